import type { JsonValue } from '@parley/dialects'
import { type Paced, PIECE } from '../../safety/pace.ts'
import { GLANCE, VALUE } from './read-json.ts'

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
  let quoted = false
  let told = from
  for (let at = from; at < text.length; at++) {
    if (at - told > PIECE) {
      yield (at - told) * GLANCE
      told = at
    }
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) quoted = !quoted
    else if (quoted) at += unit === BACKSLASH ? 1 : 0
    else if (unit === COMMA) values++
    else if ((unit | 32) === OPEN_BRACE) {
      values++
      deepest = Math.max(deepest, ++depth)
    } else if ((unit | 32) === CLOSE_BRACE && --depth === 0) {
      yield (at - told) * GLANCE
      return { depth: deepest, values, to: at + 1 }
    }
  }
  yield (text.length - told) * GLANCE
  return { depth: deepest, values, to: -1 }
}

/** JSON in JSON: `"arguments": "{\"a\": [1, 2]}"`. */
export interface ArgumentsWeight {
  readonly characters: number
  readonly values: number
}

/** All arguments of calls in a body, which are parsed as well. */
export function* weighingArguments(body: JsonValue): Paced<ArgumentsWeight> {
  let characters = 0
  let values = 0
  const left: JsonValue[] = [body]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield VALUE
    if (typeof next !== 'object' || next === null) continue
    for (const [key, value] of Object.entries(next)) {
      if (key !== 'arguments' || typeof value !== 'string') left.push(value)
      else {
        characters += value.length
        values += (yield* weighing(value)).values
      }
    }
  }
  return { characters, values }
}
