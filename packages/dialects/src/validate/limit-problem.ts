import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownValue } from '../canonical/json.ts'
import { affordablePattern } from './affordable-pattern.ts'
import { shown } from './problem.ts'
import { numberAt } from './schema-branches.ts'

/** What is wrong with the size or the spelling of a value. */
export function limitProblem(value: JsonValue, schema: JsonSchema): string | undefined {
  if (typeof value === 'string') return textProblem(value, schema)
  if (typeof value === 'number') return numberProblem(value, schema)
  if (Array.isArray(value)) return countProblem(value.length, schema, ['minItems', 'maxItems', 'items'])
  return isJsonObject(value)
    ? countProblem(Object.keys(value).length, schema, ['minProperties', 'maxProperties', 'properties'])
    : undefined
}

function textProblem(text: string, schema: JsonSchema): string | undefined {
  const limits = ['minLength', 'maxLength', 'characters'] as const
  if (numberAt(schema, 'minLength') !== undefined || numberAt(schema, 'maxLength') !== undefined) {
    const problem = countProblem(characters(text), schema, limits)
    if (problem !== undefined) return problem
  }
  const pattern = ownValue(schema, 'pattern')
  if (typeof pattern !== 'string' || affordablePattern(pattern, text.length)?.test(text) !== false) return undefined
  return `must match the pattern ${pattern}, but ${shown(text)} was given`
}

/** As JSON Schema counts them: a surrogate pair is one. */
function characters(text: string): number {
  return text.length - [...text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].length
}

function countProblem(
  count: number,
  schema: JsonSchema,
  [least, most, what]: readonly [string, string, string],
): string | undefined {
  const [minimum, maximum] = [numberAt(schema, least), numberAt(schema, most)]
  if (minimum !== undefined && count < minimum) return `must have at least ${minimum} ${what}, but has ${count}`
  if (maximum !== undefined && count > maximum) return `must have at most ${maximum} ${what}, but has ${count}`
  return undefined
}

function numberProblem(value: number, schema: JsonSchema): string | undefined {
  const given = `but ${value} was given`
  if (!Number.isFinite(value)) return 'is a number too large to be carried'
  const least = numberAt(schema, 'minimum')
  const most = numberAt(schema, 'maximum')
  const above = numberAt(schema, 'exclusiveMinimum')
  const below = numberAt(schema, 'exclusiveMaximum')
  const step = numberAt(schema, 'multipleOf')
  if (least !== undefined && value < least) return `must be at least ${least}, ${given}`
  if (most !== undefined && value > most) return `must be at most ${most}, ${given}`
  if (above !== undefined && value <= above) return `must be more than ${above}, ${given}`
  if (below !== undefined && value >= below) return `must be less than ${below}, ${given}`
  if (step !== undefined && step > 0 && !isMultiple(value, step)) return `must be a multiple of ${step}, ${given}`
  return undefined
}

/** `0.3` is a multiple of `0.1`, whatever binary fractions say. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio))
}

/** Deep equality of JSON; the order of keys does not matter. */
export function sameValue(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item: JsonValue, index) => sameValue(item, other[index] as JsonValue))
  return isJsonObject(one) && isJsonObject(other) && sameObject(one, other)
}

function sameObject(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => {
    const [left, right] = [ownValue(one, key), ownValue(other, key)]
    return left !== undefined && right !== undefined && sameValue(left, right)
  })
}
