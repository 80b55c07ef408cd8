import { type JsonValue, stringEnd } from '../../canonical/json.ts'
import { isSpace } from '../../engine/readers.ts'

const [QUOTE, COMMA, COLON] = [34, 44, 58]

/**
 * The same JSON with the blanks that chat templates put into it:
 *
 *     {"title":"Momo","tags":["a","b"]}
 *     {"title": "Momo", "tags": ["a", "b"]}
 *
 * It works on the text, so that numbers keep their spelling.
 */
export function spacedJson(json: string): string {
  let spaced = ''
  let from = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(json, at)
    else if (code === COMMA || code === COLON || isSpace(code)) {
      spaced += isSpace(code) ? json.slice(from, at) : `${json.slice(from, at + 1)} `
      from = at + 1
    }
  }
  return spaced + json.slice(from)
}

/** A value as JSON on one line, with those blanks. */
export const lineJson = (value: JsonValue): string => spacedJson(JSON.stringify(value))
