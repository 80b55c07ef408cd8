import type { JsonValue } from '../../canonical/json.ts'
import type { JsonType } from './schema-types.ts'

/** Whether raw text for this parameter is certainly a string, so that it can be passed on while it arrives. */
export function isPlainString(types: ReadonlySet<JsonType>): boolean {
  return types.size === 0 || (types.size === 1 && types.has('string'))
}

/**
 * Reads raw text as a value, by its schema only, and returns it as JSON text; numbers as they were spelled. A declared
 * string is never anything else: `007` stays `"007"`. What fits none of the types stays a string, and validation says so.
 * `read` makes JSON text of a list or an object that is none; without it, such a value does not fit.
 */
export function typedValue(
  raw: string,
  types: ReadonlySet<JsonType>,
  read: (text: string) => string | undefined = () => undefined,
): string {
  const text = raw.trim()
  const word = wordValue(text, types)
  if (word !== undefined) return word
  if ((types.has('number') || types.has('integer')) && isNumber(text)) return text
  if ((text.startsWith('{') && types.has('object')) || (text.startsWith('[') && types.has('array'))) {
    const json = parsedJson(text) === undefined ? read(text) : text
    if (json !== undefined) return json
  }
  // Where no string is declared, quotes stand around something else.
  const inside = !types.has('string') && text.startsWith('"') ? parsedJson(text) : undefined
  if (types.size > 0 && typeof inside === 'string') return typedValue(inside, types, read)
  // A string among several types may have been written with its quotes.
  if (types.has('string') && !isPlainString(types) && text.startsWith('"') && typeof parsedJson(text) === 'string') return text
  return JSON.stringify(raw)
}

function wordValue(text: string, types: ReadonlySet<JsonType>): string | undefined {
  if (types.has('null') && /^(?:null|None|nil)$/.test(text)) return 'null'
  if (!types.has('boolean')) return undefined
  if (/^true$/i.test(text)) return 'true'
  if (/^false$/i.test(text)) return 'false'
  if (types.size === 1 && /^[01]$/.test(text)) return text === '1' ? 'true' : 'false'
  return undefined
}

const isNumber = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)

/** Undefined when the text is no JSON. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
