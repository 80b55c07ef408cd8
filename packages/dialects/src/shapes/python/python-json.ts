import { escaped } from '../values/input-writer.ts'
import { parsedJson } from '../values/typed-value.ts'

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
