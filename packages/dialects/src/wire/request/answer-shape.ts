import { isJsonObject, type JsonObject, type JsonValue, ownValue, present } from '../../canonical/json.ts'
import type { AnswerShape } from '../../canonical/message.ts'
import type { Fields } from './request-fields.ts'

const TYPES: readonly unknown[] = ['json_object', 'json_schema']

/** Whether a format is one that `readShape` reads. */
export function isKnownShape(format: JsonValue | undefined): boolean {
  return isJsonObject(format) && TYPES.includes(ownValue(format, 'type'))
}

/**
 * The shape that a client asks for, in the words of any vendor:
 *
 *     {"type": "json_schema", "json_schema": {"name": "book", "schema": {…}}}
 *     {"type": "json_schema", "name": "book", "schema": {…}}
 *     {"type": "json_object"}
 */
export function readShape(format: Fields | undefined): AnswerShape | undefined {
  const type = format?.get('type')
  if (!format || !TYPES.includes(type)) return undefined
  const own = format.object('json_schema') ?? format
  const schema = own.get('schema')
  if (schema === undefined && type === 'json_object') return {}
  if (!isJsonObject(schema)) throw own.invalid('schema', 'must be a JSON Schema object')
  return {
    schema,
    ...present({ name: own.text('name'), description: own.text('description'), strict: own.boolean('strict') }),
  }
}

/** A shape as it stands in formats that demand a name for it. */
export function namedShape({ schema, name = '', description, strict }: AnswerShape): JsonObject {
  const legal = name.replaceAll(/[^\w-]/g, '_').slice(0, 64)
  return { name: legal === '' ? 'answer' : legal, schema: schema ?? {}, ...present({ description, strict }) }
}
