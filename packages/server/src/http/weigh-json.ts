import { type Paced, PIECE } from '../safety/pace.ts'

/** What JSON text would become, roughly, and without parsing it. */
export interface JsonWeight {
  /** How deep lists and objects lie in each other. */
  readonly depth: number
  /** How many values there are: items, members, lists and objects. */
  readonly values: number
  /** Just behind the object or list; -1 where it does not end. */
  readonly to: number
}

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
/** `[` and `]` differ from `{` and `}` in one bit. */
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** The object or list that begins at `from`. What stands behind it is not looked at. */
export function* weighing(text: string, from = 0): Paced<JsonWeight> {
  let deepest = 0
  let depth = 0
  let values = 1
  let told = from
  for (let at = from; at < text.length; at++) {
    if (at - told > PIECE) {
      yield at - told
      told = at
    }
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      const end = stringEnd(text, at)
      if (isArguments(text, at)) values += yield* weighingArguments(text.slice(at, end + 1))
      at = end
    } else if (unit === COMMA) values++
    else if ((unit | 32) === OPEN_BRACE) {
      values++
      deepest = Math.max(deepest, ++depth)
    } else if ((unit | 32) === CLOSE_BRACE && --depth === 0) {
      yield at - told
      return { depth: deepest, values, to: at + 1 }
    }
  }
  yield text.length - told
  return { depth: deepest, values, to: -1 }
}

/** `"arguments": "{\"a\": [1, 2]}"`: JSON in JSON, which is parsed as well. */
function isArguments(text: string, open: number): boolean {
  const first = text.charCodeAt(open + 1) | 32
  return (first === OPEN_BRACE || first === 32) && /"arguments"\s{0,8}:\s{0,8}$/.test(text.slice(Math.max(0, open - 32), open))
}

/** Decoded, because a quote may be written as `\\u0022`, and then nothing else tells words from values. */
function* weighingArguments(written: string): Paced<number> {
  const inner = decoded(written)
  yield written.length
  return (yield* weighing(inner)).values
}

function decoded(written: string): string {
  try {
    return String(JSON.parse(written))
  } catch {
    // Then the body is not JSON, and will not be parsed.
    return ''
  }
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
