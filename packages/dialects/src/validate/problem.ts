import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, ownValue } from '../canonical/json.ts'
import type { Sentence, Value } from '../canonical/sentence.ts'
import { type JsonType, listAt, numberAt, typeOf } from '../shapes/values/schema-types.ts'
import { affordablePattern } from './affordable-pattern.ts'
import { say } from './words.ts'

/** Something about the arguments that the schema does not allow. */
export interface Problem extends Sentence {
  /** Where: `tags[2].name`; empty for the arguments as a whole. */
  readonly path: string
}

/** What is wrong with the value at a place. */
export type Complaint = (place: Value) => Sentence

const typeWord = (type: JsonType): string | Sentence => (type === 'null' ? 'null' : say(`input.${type}`))

/** `a string or null` */
export function typeWords(types: Iterable<JsonType>): Value {
  const words = Array.from(types, typeWord)
  return words.length === 0 ? say('input.nothing') : words
}

const MOST_SHOWN = 60

/** A value, short enough for a sentence. */
export function shown(value: JsonValue): Value {
  const type = typeOf(value)
  if (type === 'object' || type === 'array') return typeWord(type)
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MOST_SHOWN) : value)
  const cut = typeof value === 'string' && value.length > MOST_SHOWN ? '…' : ''
  return type === 'string' ? say('input.the-string', { text: `${text}${cut}` }) : text
}

const MOST_CHOICES = 30

/** The values that a schema names, if it does. */
export function choicesOf(schema: JsonSchema): readonly JsonValue[] | undefined {
  const only = ownValue(schema, 'const')
  if (only !== undefined) return [only]
  return Array.isArray(ownValue(schema, 'enum')) ? listAt(schema, 'enum') : undefined
}

export function choiceWords(choices: readonly JsonValue[]): Value {
  const words = choices.slice(0, MOST_CHOICES).map((choice) => JSON.stringify(choice))
  if (words.length === 0) return say('input.nothing')
  return choices.length > MOST_CHOICES ? say('input.one-of', { choices: words.join(', ') }) : words
}

/** `tags[2].name` */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** What is wrong with the size or the spelling of a value. */
export function limitProblem(value: JsonValue, schema: JsonSchema): Complaint | undefined {
  if (typeof value === 'string') return textProblem(value, schema)
  if (typeof value === 'number') return numberProblem(value, schema)
  if (Array.isArray(value)) return countProblem(value.length, schema, ['minItems', 'maxItems', 'items'])
  return isJsonObject(value)
    ? countProblem(Object.keys(value).length, schema, ['minProperties', 'maxProperties', 'properties'])
    : undefined
}

function textProblem(text: string, schema: JsonSchema): Complaint | undefined {
  const limits = ['minLength', 'maxLength', 'characters'] as const
  if (numberAt(schema, 'minLength') !== undefined || numberAt(schema, 'maxLength') !== undefined) {
    const problem = countProblem(characters(text), schema, limits)
    if (problem !== undefined) return problem
  }
  const pattern = ownValue(schema, 'pattern')
  if (typeof pattern !== 'string' || affordablePattern(pattern, text.length)?.test(text) !== false) return undefined
  return (place) => say('input.pattern', { place, pattern, given: shown(text) })
}

/** As JSON Schema counts them: a surrogate pair is one. */
function characters(text: string): number {
  return text.length - [...text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].length
}

function countProblem(
  count: number,
  schema: JsonSchema,
  [least, most, what]: readonly [string, string, 'items' | 'characters' | 'properties'],
): Complaint | undefined {
  const [minimum, maximum] = [numberAt(schema, least), numberAt(schema, most)]
  const noun = say(`input.${what}`)
  if (minimum !== undefined && count < minimum)
    return (place) => say('input.too-few', { place, limit: minimum, what: noun, count })
  if (maximum !== undefined && count > maximum)
    return (place) => say('input.too-many', { place, limit: maximum, what: noun, count })
  return undefined
}

type Limit = 'input.least' | 'input.most' | 'input.more-than' | 'input.less-than' | 'input.multiple'

function numberProblem(value: number, schema: JsonSchema): Complaint | undefined {
  const beyond =
    (id: Limit, limit: number): Complaint =>
    (place) =>
      say(id, { place, limit, given: value })
  if (!Number.isFinite(value)) return (place) => say('input.number-too-large', { place })
  const least = numberAt(schema, 'minimum')
  const most = numberAt(schema, 'maximum')
  const above = numberAt(schema, 'exclusiveMinimum')
  const below = numberAt(schema, 'exclusiveMaximum')
  const step = numberAt(schema, 'multipleOf')
  if (least !== undefined && value < least) return beyond('input.least', least)
  if (most !== undefined && value > most) return beyond('input.most', most)
  if (above !== undefined && value <= above) return beyond('input.more-than', above)
  if (below !== undefined && value >= below) return beyond('input.less-than', below)
  if (step !== undefined && step > 0 && !isMultiple(value, step)) return beyond('input.multiple', step)
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
