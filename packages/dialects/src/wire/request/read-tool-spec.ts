import { isJsonObject, type JsonValue } from '../../canonical/json.ts'
import type { ToolSpec } from '../../canonical/message.ts'
import type { Fields } from './request-fields.ts'

/** A tool as vendors describe it: they differ in where its schema stands, and in whether it must. */
export function readToolSpec(tool: Fields, key: string, parameters: JsonValue | undefined): ToolSpec {
  const name = tool.string('name')
  if (name === '') throw tool.invalid('name', 'must not be empty')
  if (!isJsonObject(parameters)) throw tool.invalid(key, 'must be a JSON Schema object')
  return { name, description: tool.text('description') ?? '', parameters }
}

export const NO_PARAMETERS = { type: 'object', properties: {} } as const
