import { DEPTHS } from '../canonical/depths.ts'
import { isJsonObject, type JsonSchema, type JsonValue } from '../canonical/json.ts'
import type { ToolChoice, ToolSpec } from '../canonical/message.ts'

/**
 * The list of calls `[{"name": …, "parameters": {…}}]` as JSON Schema, for servers that constrain decoding by one.
 * Undefined when there is nothing to call. References inside a tool's schema are turned to where it now stands.
 */
export function toolChoiceSchema(tools: readonly ToolSpec[], choice: ToolChoice = 'required'): JsonSchema | undefined {
  const allowed = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools
  if (choice === 'none' || allowed.length === 0) return undefined
  return {
    type: 'array',
    minItems: 1,
    items: {
      anyOf: allowed.map(({ name }) => ({
        type: 'object',
        properties: { name: { type: 'string', enum: [name] }, parameters: { $ref: `#/$defs/${pointer(name)}` } },
        required: ['name', 'parameters'],
        additionalProperties: false,
      })),
    },
    $defs: Object.fromEntries(allowed.map(({ name, parameters }) => [name, moved(parameters, `#/$defs/${pointer(name)}`, 0)])),
  }
}

const pointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

function moved(value: JsonValue, place: string, depth: number): JsonValue {
  if (depth > DEPTHS.schema) return {}
  if (Array.isArray(value)) return value.map((item: JsonValue) => moved(item, place, depth + 1))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' && item.startsWith('#') ? place + item.slice(1) : moved(item, place, depth + 1),
    ]),
  )
}
