import { type Allowance, TemplateError } from '../budget.ts'
import { textOf } from './text-of.ts'
import { Dict, isEqual, isList, isTrue, type Value } from './value.ts'

/** `left operator right`. The right side of `and` and `or` is looked at only if it matters. */
export function operate(operator: string, left: () => Value, right: () => Value, allowance: Allowance): Value {
  const one = left()
  if (operator === 'and') return isTrue(one) ? right() : one
  if (operator === 'or') return isTrue(one) ? one : right()
  const other = right()
  switch (operator) {
    case '==':
      return isEqual(one, other, allowance)
    case '!=':
      return !isEqual(one, other, allowance)
    case 'in':
      return isIn(one, other, allowance)
    case 'not in':
      return !isIn(one, other, allowance)
    case '~':
      return concatenated(textOf(one, allowance), textOf(other, allowance), allowance)
    case '+':
      return sum(one, other, allowance)
    case '*':
      return product(one, other, allowance)
    default:
      return compared(operator, one, other) ?? calculated(operator, Number(one), Number(other))
  }
}

function concatenated(one: string, other: string, allowance: Allowance): string {
  allowance.text(one.length + other.length)
  return one + other
}

/** What is not there adds nothing. */
function sum(one: Value, other: Value, allowance: Allowance): Value {
  if (isList(one) && isList(other)) {
    allowance.list(one.length + other.length)
    return [...one, ...other]
  }
  if (typeof one === 'number' && typeof other === 'number') return one + other
  return concatenated(textOf(one, allowance), textOf(other, allowance), allowance)
}

function product(one: Value, other: Value, allowance: Allowance): Value {
  const [repeated, times] = typeof one === 'number' ? [other, one] : [one, other]
  if (typeof repeated !== 'string' && !isList(repeated)) return Number(one) * Number(other)
  const count = Math.max(0, Math.trunc(Number(times)))
  if (typeof repeated === 'string') {
    allowance.text(repeated.length * count)
    return repeated.repeat(count)
  }
  allowance.list(repeated.length * count)
  return Array.from({ length: count }, () => repeated).flat()
}

function isIn(one: Value, other: Value, allowance: Allowance): boolean {
  if (typeof other === 'string') return other.includes(textOf(one, allowance))
  if (other instanceof Dict) return (typeof one === 'string' || typeof one === 'number') && other.has(one)
  return isList(other) && other.some((item) => isEqual(one, item, allowance))
}

function compared(operator: string, one: Value, other: Value): boolean | undefined {
  if (!/^[<>]=?$/.test(operator)) return undefined
  const [left, right] = typeof one === 'string' && typeof other === 'string' ? [one, other] : [Number(one), Number(other)]
  switch (operator) {
    case '<':
      return left < right
    case '>':
      return left > right
    case '<=':
      return left <= right
    default:
      return left >= right
  }
}

function calculated(operator: string, one: number, other: number): number {
  switch (operator) {
    case '-':
      return one - other
    case '/':
      return one / other
    case '//':
      return Math.floor(one / other)
    case '%':
      return ((one % other) + other) % other
    case '**':
      return one ** other
    default:
      throw new TemplateError('It uses an operator that is not known.')
  }
}
