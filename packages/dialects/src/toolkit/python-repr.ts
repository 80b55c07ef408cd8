import { isJsonObject, type JsonValue } from '../canonical/json.ts'

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * A value as Python prints it, which is how templates without a JSON filter put it down:
 *
 *     {'name': 'find_book', 'strict': True, 'default': None}
 */
export function pythonRepr(value: JsonValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return stringRepr(value)
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => pythonRepr(item)).join(', ')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${stringRepr(key)}: ${pythonRepr(item)}`)
    .join(', ')}}`
}

/** Single quotes, unless the text has some and no double ones. */
function stringRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replaceAll(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char)
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`
}
