import { isJsonObject, type JsonValue } from '../../canonical/json.ts'
import { escaped, parsedJson } from '../values/input-writer.ts'

/**
 * A value as Python prints it, which is how templates without a JSON filter put it down:
 *
 *     {'name': 'find_book', 'strict': True, 'default': None}
 */
export function pythonRepr(value: JsonValue): string {
  if (typeof value === 'string') return stringRepr(value)
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => pythonRepr(item)).join(', ')}]`
  if (!isJsonObject(value)) return scalarRepr(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${stringRepr(key)}: ${pythonRepr(item)}`)
    .join(', ')}}`
}

/** The same of a number, a truth value or nothing. */
export function scalarRepr(value: JsonValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  const isSmall = typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-4
  // Small numbers get an exponent sooner than in JavaScript, and exponents have two digits.
  return (isSmall ? value.toExponential() : JSON.stringify(value)).replace(/(?<=e[+-])\d$/, '0$&')
}

/** Single quotes, unless the text has some and no double ones. What cannot be seen is written by its number. */
function stringRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const visible = text.replaceAll(/[\\\p{C}\p{Z}]/gu, escapeOf)
  return `${quote}${quote === "'" ? visible.replaceAll("'", "\\'") : visible}${quote}`
}

function escapeOf(char: string): string {
  if (char === ' ') return char
  // The four that have a name of their own have the same one in JSON.
  if (/[\\\n\r\t]/.test(char)) return escaped(char)
  const code = (char.codePointAt(0) ?? 0).toString(16)
  if (code.length < 3) return `\\x${code.padStart(2, '0')}`
  return code.length < 5 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`
}

/** Quotes, escapes, and the words that Python has its own for. */
const PIECE = /\\(?:U00(0[\da-fA-F]{5}|10[\da-fA-F]{4})|[^])|["']|\b(?:True|False|None)\b/g
/** What Python writes inside of a string where JSON writes something else. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\'", "'"],
  ['\\x', '\\u00'],
])

/**
 * A list or a dictionary as Python prints it, as JSON text. Python and JSON differ in their quotes, three words and a
 * few escapes; what is left must be JSON then, so damage of any kind makes it undefined.
 *
 *     {'name': "Ende's", 'alive': False}
 *     {"name": "Ende's", "alive": false}
 */
export function pythonJson(text: string): string | undefined {
  let quote = ''
  const json = text.replaceAll(PIECE, (piece, code: string | undefined) => {
    if (quote === '' && (piece === '"' || piece === "'")) {
      quote = piece
      return '"'
    }
    if (quote === '') return piece === 'None' ? 'null' : piece.toLowerCase()
    if (piece === quote) {
      quote = ''
      return '"'
    }
    if (code !== undefined) return escaped(String.fromCodePoint(Number.parseInt(code, 16)))
    return ESCAPES.get(piece) ?? piece
  })
  return parsedJson(json) === undefined ? undefined : json
}
