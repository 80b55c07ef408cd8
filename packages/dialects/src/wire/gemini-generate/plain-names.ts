import { isJsonObject, type JsonValue } from '../../canonical/json.ts'

/** What stands in these is the user's, to the letter. */
const OTHERS = new Set([
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'responseSchema',
  'responseJsonSchema',
  'labels',
])

/** The vendor takes `system_instruction` for `systemInstruction`, at every level, and its own examples write both. */
export function withPlainNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainNames)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(renamed))
}

function renamed([name, value]: readonly [string, JsonValue]): readonly [string, unknown] {
  const plain = name.replaceAll(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return [plain, OTHERS.has(plain) ? value : withPlainNames(value)]
}
