import { type Allowance, TemplateError } from '../budget.ts'
import { applyFilter } from './filters.ts'
import { methodOf } from './methods.ts'
import type { Block, FilterNode, Node, SliceNode } from './node.ts'
import { operate } from './operators.ts'
import type { Scope } from './scope.ts'
import { TESTS } from './tests.ts'
import { Dict, type Given, isCallable, isList, isTrue, itemsOf, type Value } from './value.ts'

const NOTHING: Given = { positional: [], named: new Map() }

/** Finds the value of an expression. Every visit of a node is paid for. */
export function evaluate(node: Node, scope: Scope, allowance: Allowance): Value {
  allowance.enter()
  const value = valueOfNode(node, scope, (inner) => evaluate(inner, scope, allowance), allowance)
  if (typeof value === 'string') allowance.text(value.length)
  else if (isList(value)) allowance.list(value.length)
  allowance.leave()
  return value
}

type Inner = (node: Node) => Value

function valueOfNode(node: Node, scope: Scope, inner: Inner, allowance: Allowance): Value {
  switch (node.type) {
    case 'IntegerLiteral':
    case 'FloatLiteral':
    case 'StringLiteral':
      return node.value
    case 'Identifier':
      return scope.get(node.value)
    case 'ArrayLiteral':
    case 'TupleLiteral':
      return node.value.map(inner)
    case 'ObjectLiteral':
      return new Dict([...node.value].map(([key, value]) => [keyOf(inner(key)), inner(value)]))
    case 'MemberExpression':
      return node.computed
        ? memberAt(inner(node.object), node.property, inner, allowance)
        : memberOf(inner(node.object), nameOf(node.property), allowance)
    case 'CallExpression':
      return call(inner(node.callee), givenBy(node.args, inner, allowance))
    case 'BinaryExpression':
      return operate(
        node.operator.value,
        () => inner(node.left),
        () => inner(node.right),
        allowance,
      )
    case 'UnaryExpression':
      return unary(node.operator.value, inner(node.argument))
    case 'Ternary':
      return isTrue(inner(node.condition)) ? inner(node.trueExpr) : inner(node.falseExpr)
    case 'SelectExpression':
      return isTrue(inner(node.test)) ? inner(node.lhs) : undefined
    case 'TestExpression':
      return test(node.test.value, inner(node.operand)) !== node.negate
    case 'FilterExpression':
      return filtered(inner(node.operand), node.filter, inner, allowance)
    default:
      throw new TemplateError('It has something in an expression that does not belong there.')
  }
}

const keyOf = (value: Value): string | number => (typeof value === 'number' ? value : String(value))
const nameOf = (node: Node): string | number => (node.type === 'Identifier' || node.type === 'IntegerLiteral' ? node.value : '')

function test(name: string, value: Value): boolean {
  const found = TESTS.get(name)
  if (found) return found(value, undefined)
  throw new TemplateError(`It uses the test \`${name.slice(0, 40)}\`, which is not known.`)
}

function unary(operator: string, value: Value): Value {
  if (operator === 'not') return !isTrue(value)
  return operator === '-' ? -Number(value) : Number(value)
}

export function filtered(value: Value, filter: FilterNode, inner: Inner, allowance: Allowance): Value {
  if (filter.type === 'Identifier') return applyFilter(filter.value, value, NOTHING, allowance)
  return applyFilter(String(nameOf(filter.callee)), value, givenBy(filter.args, inner, allowance), allowance)
}

export function givenBy(args: Block, inner: Inner, allowance: Allowance): Given {
  const positional: Value[] = []
  const named = new Map<string, Value>()
  for (const arg of args)
    if (arg.type === 'KeywordArgumentExpression') named.set(arg.key.value, inner(arg.value))
    else if (arg.type === 'SpreadExpression') positional.push(...itemsOf(inner(arg.argument)))
    else if (arg.type === 'KeywordSpreadExpression') {
      const more = inner(arg.argument)
      if (more instanceof Dict) for (const [key, value] of more) named.set(String(key), value)
    } else positional.push(inner(arg))
  allowance.list(positional.length + named.size)
  return { positional, named }
}

export function call(callee: Value, given: Given): Value {
  if (isCallable(callee)) return callee(given)
  throw new TemplateError('It calls something that cannot be called.')
}

/** `value.name`: a method first, as in Python. */
function memberOf(value: Value, name: string | number, allowance: Allowance): Value {
  const method = typeof name === 'string' ? methodOf(value, name, allowance) : undefined
  return method ?? itemAt(value, name)
}

/** `value[key]`, `value[1:]`: an item first. */
function memberAt(value: Value, property: Node, inner: Inner, allowance: Allowance): Value {
  if (property.type === 'SliceExpression') return slice(value, property, inner)
  const key = inner(property)
  const at = typeof key === 'number' ? key : String(key)
  return itemAt(value, at) ?? (typeof at === 'string' ? methodOf(value, at, allowance) : undefined)
}

function itemAt(value: Value, key: string | number): Value {
  if (value instanceof Dict) return value.get(key)
  if (typeof key !== 'number') return undefined
  return isList(value) ? value.at(key) : typeof value === 'string' ? value.at(key) : undefined
}

function slice(value: Value, { start, stop, step }: SliceNode, inner: Inner): Value {
  const at = (node: Node | undefined): number | undefined => {
    const given = node && inner(node)
    return typeof given === 'number' ? given : undefined
  }
  const by = at(step) ?? 1
  const items = typeof value === 'string' ? [...value] : itemsOf(value)
  const [from, to] = [at(start), at(stop)]
  const taken = by < 0 ? backwards(items, from, to) : items.slice(from, to)
  const stepped = taken.filter((_, place) => place % Math.abs(by) === 0)
  return typeof value === 'string' ? stepped.join('') : stepped
}

function backwards(items: readonly Value[], from: number | undefined, to: number | undefined): readonly Value[] {
  const place = (at: number): number => (at < 0 ? items.length + at : at)
  return items.slice(to === undefined ? 0 : place(to) + 1, from === undefined ? items.length : place(from) + 1).toReversed()
}
