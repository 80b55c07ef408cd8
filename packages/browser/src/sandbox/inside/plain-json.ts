import {
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArray,
  isFiniteNumber,
  objectPrototype,
  ownKeys,
  quote,
} from './intrinsics.ts'

const MAX_DEPTH = 100

interface Budget {
  left: number
}

/** Thrown through the recursion when a value is not plain data, or too much of it. */
const NOT_PLAIN = Symbol('not plain')

/** The value as JSON text when nothing of it would be lost on the way; no method of the value is ever called. */
export function plainJson(value: unknown, maxLength: number): string | undefined {
  try {
    return write(value, { left: maxLength }, 0)
  } catch {
    return undefined
  }
}

function write(value: unknown, budget: Budget, depth: number): string {
  if (typeof value !== 'object' || value === null) return spend(budget, writePrimitive(value, budget))
  // Both brackets; what is inside them is counted where it is written, and once.
  spend(budget, '[]')
  return writeObject(value, budget, depth)
}

function spend(budget: Budget, text: string): string {
  budget.left -= text.length
  if (budget.left < 0) throw NOT_PLAIN
  return text
}

function writePrimitive(value: unknown, budget: Budget): string {
  if (value === null || typeof value === 'boolean') return `${value}`
  if (typeof value === 'number' && isFiniteNumber(value) && (value !== 0 || 1 / value > 0)) return `${value}`
  if (typeof value === 'string' && value.length <= budget.left) return quote(value)
  throw NOT_PLAIN
}

function writeObject(value: object, budget: Budget, depth: number): string {
  if (depth > MAX_DEPTH) throw NOT_PLAIN
  if (isArray(value)) return writeArray(value, budget, depth)
  const prototype = getPrototypeOf(value)
  if (prototype !== objectPrototype && prototype !== null) throw NOT_PLAIN
  const keys = ownKeys(value)
  let text = ''
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index]
    if (typeof key !== 'string') throw NOT_PLAIN
    text += spend(budget, `${index === 0 ? '' : ','}${quote(key)}:`) + write(plainProperty(value, key), budget, depth + 1)
  }
  return `{${text}}`
}

function writeArray(value: readonly unknown[], budget: Budget, depth: number): string {
  if (value.length * 2 > budget.left || ownKeys(value).length !== value.length + 1) throw NOT_PLAIN
  let text = ''
  for (let index = 0; index < value.length; index += 1) {
    text += spend(budget, index === 0 ? '' : ',') + write(plainProperty(value, index), budget, depth + 1)
  }
  return `[${text}]`
}

function plainProperty(value: object, key: PropertyKey): unknown {
  const descriptor = getOwnPropertyDescriptor(value, key)
  if (descriptor === undefined || descriptor.get !== undefined || descriptor.set !== undefined) throw NOT_PLAIN
  if (!descriptor.enumerable) throw NOT_PLAIN
  return descriptor.value
}
