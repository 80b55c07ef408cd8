import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import type { Question } from '../../tools/question.ts'
import { SECRET_NAME } from '../settings/server-entry.ts'

const MOST_MESSAGE = 4000
const MOST_FIELDS = 30
const MOST_CHOICES = 100
const MOST_NAME = 100
const MOST_WORDS = 1000
const MOST_SCHEMA = 32_000

/** The parameters of an `elicitation/create`. Undefined: nobody should be asked that, or it is more than a form can show. */
export function readQuestion(params: unknown, by: string): Question | undefined {
  if (!isJsonObject(params)) return undefined
  const { mode = 'form', message, url, requestedSchema } = params
  if (typeof message !== 'string' || message.length > MOST_MESSAGE) return undefined
  if (mode === 'url') {
    const address = readAddress(url)
    return address === undefined ? undefined : { mode, by, message, url: address }
  }
  const schema = mode === 'form' ? readSchema(requestedSchema) : undefined
  return schema && { mode: 'form', by, message, schema }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Written as a browser would open it, so that what is shown is where it leads. */
function readAddress(text: JsonValue | undefined): string | undefined {
  const url = typeof text === 'string' && text.length <= 4000 ? URL.parse(text) : undefined
  if (!url || url.username !== '' || url.password !== '') return undefined
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
  return isSafe ? url.href : undefined
}

function readSchema(schema: JsonValue | undefined): JsonObject | undefined {
  const properties = isJsonObject(schema) ? ownValue(schema, 'properties') : undefined
  if (!isJsonObject(schema) || !isJsonObject(properties)) return undefined
  const entries = Object.entries(properties)
  if (entries.length > MOST_FIELDS) return undefined
  const fields = entries.map(([name, field]) => [name, readField(name, field)] as const)
  if (fields.some(([, field]) => field === undefined)) return undefined
  const listed = ownValue(schema, 'required')
  const required = Array.isArray(listed)
    ? listed.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    : []
  const read: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(fields.flatMap(([name, field]) => (field ? [[name, field]] : []))),
    required,
  }
  return JSON.stringify(read).length > MOST_SCHEMA ? undefined : read
}

/** One field, with what a form knows and nothing else. */
function readField(name: string, field: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(field) || name.length > MOST_NAME) return undefined
  const kind = readKind(field)
  if (!kind) return undefined
  const said = { ...textAt(field, 'title'), ...textAt(field, 'description') }
  const isSecret = SECRET_NAME.test(name) || SECRET_NAME.test(String(said.title ?? ''))
  const preset = ownValue(field, 'default')
  return { ...kind, ...said, ...(preset !== undefined && !isSecret && isPlain(preset) && { default: preset }) }
}

function readKind(field: JsonObject): JsonObject | undefined {
  const type = ownValue(field, 'type')
  if (type === 'boolean') return { type }
  if (type === 'number' || type === 'integer') return { type, ...numberAt(field, 'minimum'), ...numberAt(field, 'maximum') }
  if (type === 'array') {
    const items = ownValue(field, 'items')
    const choices = isJsonObject(items) ? readChoices(items) : undefined
    return (
      choices?.enum && {
        type,
        items: { type: 'string', ...choices },
        ...numberAt(field, 'minItems'),
        ...numberAt(field, 'maxItems'),
      }
    )
  }
  if (type !== 'string') return undefined
  const choices = readChoices(field)
  if (!choices) return undefined
  return { type, ...choices, ...numberAt(field, 'minLength'), ...numberAt(field, 'maxLength'), ...textAt(field, 'format') }
}

/** `enum`, with names of its own or without, or a list of constants with titles. Empty: any text. Undefined: too many, or odd ones. */
function readChoices(field: JsonObject): { readonly enum?: JsonValue[]; readonly enumNames?: JsonValue[] } | undefined {
  const titled = ownValue(field, 'oneOf') ?? ownValue(field, 'anyOf')
  if (Array.isArray(titled)) {
    const pairs = titled.map((choice) => (isJsonObject(choice) ? [ownValue(choice, 'const'), ownValue(choice, 'title')] : []))
    return bounded(
      pairs.map(([value]) => value),
      pairs.map(([value, title]) => title ?? value),
    )
  }
  const listed = ownValue(field, 'enum')
  if (listed === undefined) return {}
  const names = ownValue(field, 'enumNames')
  return Array.isArray(listed)
    ? bounded(listed, Array.isArray(names) && names.length === listed.length ? names : listed)
    : undefined
}

const isChoice = (value: JsonValue | undefined): value is string => typeof value === 'string' && value.length <= MOST_WORDS

function bounded(values: readonly (JsonValue | undefined)[], names: readonly (JsonValue | undefined)[]) {
  const [choices, shown] = [values.filter(isChoice), names.filter(isChoice)]
  if (choices.length !== values.length || shown.length !== names.length) return undefined
  if (choices.length === 0 || choices.length > MOST_CHOICES) return undefined
  return { enum: choices, enumNames: shown }
}

const textAt = (field: JsonObject, key: string): JsonObject => {
  const text = ownValue(field, key)
  return typeof text === 'string' ? { [key]: text.slice(0, MOST_WORDS) } : {}
}

const numberAt = (field: JsonObject, key: string): JsonObject => {
  const value = ownValue(field, key)
  return typeof value === 'number' ? { [key]: value } : {}
}

const isPlain = (value: JsonValue): boolean =>
  typeof value === 'string'
    ? value.length <= MOST_WORDS
    : typeof value === 'number' || typeof value === 'boolean' || isTexts(value)

const isTexts = (value: JsonValue): boolean =>
  Array.isArray(value) && value.length <= MOST_CHOICES && value.every((item) => typeof item === 'string')
