import type { JsonSchema, JsonValue } from '../canonical/json.ts'
import { ownValue } from '../canonical/json.ts'
import { type JsonType, typeOf } from '../shapes/values/schema-types.ts'
import { listAt } from './schema-branches.ts'

/** Something about the arguments that the schema does not allow. */
export interface Problem {
  /** Where: `tags[2].name`; empty for the arguments as a whole. */
  readonly path: string
  /** What came and what is expected, in a sentence that a model can act on. */
  readonly message: string
}

const WORDS: Readonly<Record<JsonType, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  null: 'null',
  object: 'an object',
  array: 'a list',
}

/** `a string or null` */
export function typeWords(types: Iterable<JsonType>): string {
  return oneOf([...types].map((type) => WORDS[type]))
}

function oneOf(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

const MOST_SHOWN = 60

/** A value, short enough for a sentence. */
export function shown(value: JsonValue): string {
  const type = typeOf(value)
  if (type === 'object' || type === 'array') return WORDS[type]
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MOST_SHOWN) : value)
  const cut = typeof value === 'string' && value.length > MOST_SHOWN ? '…' : ''
  return type === 'string' ? `the string ${text}${cut}` : text
}

const MOST_CHOICES = 30

/** The values that a schema names, if it does. */
export function choicesOf(schema: JsonSchema): readonly JsonValue[] | undefined {
  const only = ownValue(schema, 'const')
  if (only !== undefined) return [only]
  return Array.isArray(ownValue(schema, 'enum')) ? listAt(schema, 'enum') : undefined
}

export function choiceWords(choices: readonly JsonValue[]): string {
  const words = choices.slice(0, MOST_CHOICES).map((choice) => JSON.stringify(choice))
  return choices.length > MOST_CHOICES ? `one of ${words.join(', ')}, …` : oneOf(words)
}

/** `tags[2].name` */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}
