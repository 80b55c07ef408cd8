import { type Allowance, TemplateError } from '../budget.ts'
import type { GoExpression } from './go-expression.ts'
import { fieldOf, GO_FUNCTIONS, type GoValue, isTrue, textOf } from './go-functions.ts'
import type { GoBlock, GoNode } from './go-syntax.ts'

/** Names and what they stand for, in a block and around it. */
interface Scope {
  readonly dot: GoValue
  readonly names: Map<string, GoValue>
  readonly outer?: Scope
}

type Leave = 'continue' | 'break' | undefined

/** Writes what a Go template says of `data`; every step is paid for. */
export function runGoTemplate(nodes: readonly GoNode[], data: GoValue, allowance: Allowance): string {
  const writer = new GoWriter(allowance)
  writer.block(nodes, { dot: data, names: new Map([['', data]]) })
  return writer.text
}

class GoWriter {
  text = ''
  readonly #allowance: Allowance

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  block(nodes: readonly GoNode[], scope: Scope): Leave {
    for (const node of nodes) {
      const leave = this.#node(node, scope)
      if (leave) return leave
    }
    return undefined
  }

  #node(node: GoNode, scope: Scope): Leave {
    this.#allowance.spend(1)
    if (node.is === 'text') this.#write(node.text)
    else if (node.is === 'action') this.#action(node, scope)
    else if (node.is === 'range') this.#range(node, scope)
    else if (node.is === 'if' || node.is === 'with') {
      const value = this.#value(node.value, scope)
      const [name] = node.names
      const names = new Map(name === undefined ? [] : [[name, value]])
      if (!isTrue(value)) return this.block(node.otherwise, { dot: scope.dot, names, outer: scope })
      return this.block(node.body, { dot: node.is === 'with' ? value : scope.dot, names, outer: scope })
    } else return node.is
    return undefined
  }

  #write(text: string): void {
    this.text += text
    this.#allowance.text(this.text.length)
  }

  #action({ value, name, makes }: GoNode & { readonly is: 'action' }, scope: Scope): void {
    const result = this.#value(value, scope)
    if (name === undefined) return this.#write(textOf(result))
    this.#allowance.text(typeof result === 'string' ? result.length : 0)
    const owner = makes ? scope : ownerOf(name, scope)
    owner.names.set(name, result)
  }

  #range({ value, names, body, otherwise }: GoBlock, scope: Scope): void {
    const over = this.#value(value, scope)
    const items: readonly (readonly [GoValue, GoValue])[] = Array.isArray(over)
      ? over.map((item, place) => [place, item])
      : typeof over === 'object' && over !== null
        ? Object.entries(over)
        : []
    if (items.length === 0) return void this.block(otherwise, { dot: scope.dot, names: new Map(), outer: scope })
    for (const [place, item] of items) {
      const [first, second] = names
      const said: [string, GoValue][] =
        second === undefined
          ? first === undefined
            ? []
            : [[first, item]]
          : [
              [first ?? '', place],
              [second, item],
            ]
      if (this.block(body, { dot: item, names: new Map(said), outer: scope }) === 'break') return
    }
  }

  #value(expression: GoExpression, scope: Scope): GoValue {
    this.#allowance.spend(1)
    if (expression.is === 'value') return expression.value
    if (expression.is === 'path') {
      const { of, fields } = expression
      const root =
        of === '.'
          ? scope.dot
          : 'name' in of && !('is' in of)
            ? ownerOf(of.name, scope).names.get(of.name)
            : this.#value(of, scope)
      return fields.reduce<GoValue>(fieldOf, root)
    }
    if (expression.name === 'and' || expression.name === 'or')
      return this.#either(expression.given, expression.name === 'or', scope)
    const called = Object.hasOwn(GO_FUNCTIONS, expression.name) ? GO_FUNCTIONS[expression.name] : undefined
    if (called === undefined) throw new TemplateError(`It uses \`${expression.name}\`, which is not supported.`)
    const given = expression.given.map((each) => this.#value(each, scope))
    this.#allowance.text(given.reduce<number>((sum, each) => sum + (typeof each === 'string' ? each.length : 16), 0))
    return called(given)
  }

  /** The first that settles it; what follows is not looked at. */
  #either(given: readonly GoExpression[], settles: boolean, scope: Scope): GoValue {
    let value: GoValue
    for (const each of given) {
      value = this.#value(each, scope)
      if (isTrue(value) === settles) break
    }
    return value
  }
}

function ownerOf(name: string, scope: Scope): Scope {
  for (let one: Scope | undefined = scope; one; one = one.outer) if (one.names.has(name)) return one
  throw new TemplateError(`It uses \`$${name}\`, which stands for nothing.`)
}
