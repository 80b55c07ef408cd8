import type { JsonSchema, JsonValue } from '../canonical/json.ts'
import { ownValue } from '../canonical/json.ts'
import type { Sentence, Value } from '../canonical/sentence.ts'
import { type JsonType, typeOf } from '../shapes/values/schema-types.ts'
import { listAt } from './schema-branches.ts'
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
