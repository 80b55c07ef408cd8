import { type Allowance, BudgetError, TemplateError } from '../budget.ts'
import { call, evaluate, filtered, givenBy } from './expressions.ts'
import type { Block, ForNode, Node, Parameter } from './node.ts'
import { Scope } from './scope.ts'
import { textOf } from './text-of.ts'
import { type Callable, Dict, isList, isTrue, itemsOf, type Value } from './value.ts'

/** What a loop is told to do by what stands in it. */
type Turn = 'break' | 'continue' | undefined

/** Writes what a template writes. */
export class Writer {
  readonly #allowance: Allowance
  #written: string[] = []
  #length = 0

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  run(block: Block, scope: Scope): string {
    this.#block(block, scope)
    return this.#written.join('')
  }

  #block(block: Block, scope: Scope): Turn {
    for (const node of block) {
      const turn = this.#statement(node, scope)
      if (turn !== undefined) return turn
    }
    return undefined
  }

  #statement(node: Node, scope: Scope): Turn {
    this.#allowance.enter()
    const turn = this.#turn(node, scope)
    this.#allowance.leave()
    return turn
  }

  #turn(node: Node, scope: Scope): Turn {
    switch (node.type) {
      case 'If':
        return this.#block(isTrue(this.#value(node.test, scope)) ? node.body : node.alternate, scope)
      case 'For':
        return this.#loop(node, scope)
      case 'Break':
        return 'break'
      case 'Continue':
        return 'continue'
      case 'Set':
        assign(
          node.assignee,
          node.value ? this.#value(node.value, scope) : this.#captured(node.body, scope),
          scope,
          this.#allowance,
        )
        return undefined
      case 'Macro':
        scope.set(node.name.value, this.#macro(node.args, node.body, scope))
        return undefined
      case 'FilterStatement':
        this.#say(filtered(this.#captured(node.body, scope), node.filter, (inner) => this.#value(inner, scope), this.#allowance))
        return undefined
      case 'CallStatement': {
        const inner = new Scope(scope)
        inner.set('caller', this.#macro(node.callerArgs ?? [], node.body, scope))
        const given = givenBy(node.call.args, (arg) => this.#value(arg, inner), this.#allowance)
        this.#say(
          call(this.#value(node.call.callee, inner), {
            ...given,
            named: new Map([...given.named, ['caller', inner.get('caller')]]),
          }),
        )
        return undefined
      }
      case 'Comment':
        return undefined
      default:
        this.#say(this.#value(node, scope))
        return undefined
    }
  }

  #value(node: Node, scope: Scope): Value {
    return evaluate(node, scope, this.#allowance)
  }

  #say(value: Value): void {
    const text = textOf(value, this.#allowance)
    this.#length += text.length
    if (this.#length > this.#allowance.budget.output) throw new BudgetError('It writes too much.')
    this.#written.push(text)
  }

  /** What a block writes, as a value. */
  #captured(block: Block, scope: Scope): string {
    const [written, length] = [this.#written, this.#length]
    this.#written = []
    this.#block(block, scope)
    const text = this.#written.join('')
    this.#written = written
    this.#length = length
    return text
  }

  #loop({ loopvar, iterable, body, defaultBlock }: ForNode, scope: Scope): Turn {
    const picks = iterable.type === 'SelectExpression' ? iterable : undefined
    const all = itemsOf(this.#value(picks ? picks.lhs : iterable, scope))
    this.#allowance.list(all.length)
    const items = picks
      ? all.filter((item) => {
          const inner = new Scope(scope)
          assign(loopvar, item, inner, this.#allowance)
          return isTrue(this.#value(picks.test, inner))
        })
      : [...all]
    for (const [place, item] of items.entries()) {
      const inner = new Scope(scope)
      inner.set('loop', loopOf(items, place))
      assign(loopvar, item, inner, this.#allowance)
      if (this.#block(body, inner) === 'break') break
    }
    return items.length === 0 ? this.#block(defaultBlock, scope) : undefined
  }

  #macro(parameters: readonly Parameter[], body: Block, scope: Scope): Callable {
    return ({ positional, named }) => {
      const inner = new Scope(scope)
      if (named.has('caller')) inner.set('caller', named.get('caller'))
      for (const [place, parameter] of parameters.entries()) {
        const name = parameter.type === 'Identifier' ? parameter.value : parameter.key.value
        const preset = parameter.type === 'Identifier' ? undefined : parameter.value
        const given = place < positional.length ? positional[place] : named.get(name)
        inner.set(name, given === undefined && preset ? this.#value(preset, inner) : given)
      }
      return this.#captured(body, inner)
    }
  }
}

const loopOf = (items: readonly Value[], place: number): Dict =>
  new Dict([
    ['index', place + 1],
    ['index0', place],
    ['revindex', items.length - place],
    ['revindex0', items.length - place - 1],
    ['first', place === 0],
    ['last', place === items.length - 1],
    ['length', items.length],
    ['previtem', place === 0 ? undefined : items[place - 1]],
    ['nextitem', items[place + 1]],
  ])

function assign(target: Node, value: Value, scope: Scope, allowance: Allowance): void {
  if (target.type === 'Identifier') scope.set(target.value, value)
  else if (target.type === 'TupleLiteral') {
    const items = isList(value) ? value : itemsOf(value)
    for (const [place, one] of target.value.entries()) assign(one, items[place], scope, allowance)
  } else if (target.type === 'MemberExpression') {
    const object = evaluate(target.object, scope, allowance)
    const key = target.computed
      ? evaluate(target.property, scope, allowance)
      : target.property.type === 'Identifier' && target.property.value
    if (!(object instanceof Dict) || (typeof key !== 'string' && typeof key !== 'number'))
      throw new TemplateError('It sets a property of something that has none.')
    object.set(key, value)
  } else throw new TemplateError('It sets something that cannot be set.')
}
