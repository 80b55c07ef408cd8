import { isJsonObject, type JsonObject, type JsonValue, stringEnd } from '../../canonical/json.ts'
import { inputJson, type SpokenCall } from '../../canonical/part.ts'
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

/** JSON whose keys stand in the order of the alphabet, as some templates write it. */
export function sortedJson(value: JsonValue): string {
  return JSON.stringify(value, (_, item: JsonValue) => (isJsonObject(item) ? sortedMembers(item) : item))
}

/** The same object with its keys in that order, at every depth. */
export function sortedKeys(value: JsonObject): JsonObject {
  // JSON of an object is read as an object.
  return JSON.parse(sortedJson(value)) as JsonObject
}

/** Upper and lower case side by side, as Jinja sorts. */
export function sortedMembers<Member>(members: Readonly<Record<string, Member>>): Record<string, Member> {
  return Object.fromEntries(
    Object.entries(members).toSorted(([one], [other]) => {
      const [a, b] = [one.toLowerCase(), other.toLowerCase()]
      return a < b ? -1 : a > b ? 1 : 0
    }),
  )
}

/** The arguments of a call, spaced as chat templates space them. */
export function argumentsJson(call: SpokenCall): string {
  return spacedJson(inputJson(call))
}
