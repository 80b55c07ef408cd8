import { type Paced, PIECE } from '../safety/pace.ts'

/** What JSON text would become, roughly, and without parsing it. */
export interface JsonWeight {
  /** How deep lists and objects lie in each other. */
  readonly depth: number
  /** How many values there are: items, members, lists and objects. */
  readonly values: number
}

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
/** `[` and `]` differ from `{` and `}` in one bit. */
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

export function* weighing(text: string): Paced<JsonWeight> {
  let deepest = 0
  let depth = 0
  let values = 1
  let told = 0
  for (let at = 0; at < text.length; at++) {
    if (at - told > PIECE) {
      yield at - told
      told = at
    }
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = stringEnd(text, at)
    else if (unit === COMMA) values++
    else if ((unit | 32) === OPEN_BRACE) {
      values++
      deepest = Math.max(deepest, ++depth)
    } else if ((unit | 32) === CLOSE_BRACE) depth--
  }
  return { depth: deepest, values }
}

/** Where the string that opens at `open` ends: at its closing quote, or with the text. */
function stringEnd(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}
