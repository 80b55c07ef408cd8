import { isJsonText } from '../../../canonical/json.ts'

/** A stretch of a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Where the JSON that begins here ends. Undefined: it is none. */
function jsonEnd(text: string, start: number): number | undefined {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') depth++
    else if ((sign === '}' || sign === ']') && --depth === 0) return isJsonText(text.slice(start, at + 1)) ? at + 1 : undefined
  }
  return undefined
}

/** No call stands behind more brackets. */
const MOST_TRIED = 64

/** The first JSON from a place on that holds all these words. */
export function findJson(text: string, words: readonly string[], from = 0, open = /[[{]/g): Span | undefined {
  const first = Math.min(...words.map((word) => text.indexOf(word, from)))
  const places = [...text.slice(0, Math.max(0, first)).matchAll(open)].map(({ index }) => index).filter((index) => index >= from)
  for (const index of places.slice(-MOST_TRIED)) {
    const end = jsonEnd(text, index)
    if (end !== undefined && words.every((word) => text.slice(index, end).includes(word))) return { start: index, end }
  }
  return undefined
}
