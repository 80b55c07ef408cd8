import type { JsonObject, JsonValue } from '@parley/dialects'
import { type Paced, PIECE } from '../../safety/pace.ts'

/** As much JSON as is parsed or written in a few milliseconds, whatever it holds. */
export const LIGHT = 16 * PIECE

/** To look at a character is that much less work than to read words. */
export const GLANCE = 1 / 8
/** What a value costs besides its characters. */
export const VALUE = 4

const QUOTE = 34
const BACKSLASH = 92
const SMALL_U = 117
const SPACES = new Set([9, 10, 13, 32])
const WORD = /[-+.\w]+/y

/** `JSON.parse` with pauses: one string of twenty megabytes would keep everybody waiting. Throws a SyntaxError as that does. */
export function* readingJson(text: string): Paced<JsonValue> {
  if (text.length > LIGHT) return yield* new JsonReading(text).document()
  yield text.length * GLANCE
  return JSON.parse(text)
}

/** The string that opens at `open`, piece by piece and never cut within an escape, and the place behind it. */
function* readingString(text: string, open: number): Paced<{ readonly value: string; readonly to: number }> {
  const pieces: string[] = []
  let from = open + 1
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE || at - from >= PIECE) {
      pieces.push(JSON.parse(`"${text.slice(from, at)}"`))
      yield (at - from) * GLANCE
      if (unit === QUOTE) return { value: pieces.join(''), to: at + 1 }
      from = at
    }
    if (unit === BACKSLASH) at += text.charCodeAt(at + 1) === SMALL_U ? 5 : 1
  }
  throw unexpected(text, text.length)
}

/** Nesting is followed by calls, so whoever reads has looked how deep it goes. */
class JsonReading {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  *document(): Paced<JsonValue> {
    const value = yield* this.#value()
    if ((yield* this.#next()) !== '') throw this.#unexpected()
    return value
  }

  *#value(): Paced<JsonValue> {
    const next = yield* this.#next()
    yield VALUE
    if (next === '"') return yield* this.#string()
    if (next === '{') return yield* this.#object()
    return next === '[' ? yield* this.#list() : this.#word()
  }

  *#object(): Paced<JsonObject> {
    const members: [string, JsonValue][] = []
    if (yield* this.#isEmpty('}')) return {}
    do {
      if ((yield* this.#next()) !== '"') throw this.#unexpected()
      const key = yield* this.#string()
      if ((yield* this.#next()) !== ':') throw this.#unexpected()
      this.#at++
      members.push([key, yield* this.#value()])
    } while (yield* this.#goesOn('}'))
    return Object.fromEntries(members)
  }

  *#list(): Paced<readonly JsonValue[]> {
    const items: JsonValue[] = []
    if (yield* this.#isEmpty(']')) return items
    do items.push(yield* this.#value())
    while (yield* this.#goesOn(']'))
    return items
  }

  *#isEmpty(close: string): Paced<boolean> {
    this.#at++
    if ((yield* this.#next()) !== close) return false
    this.#at++
    return true
  }

  /** Behind an item: whether a comma announces another. */
  *#goesOn(close: string): Paced<boolean> {
    const next = yield* this.#next()
    if (next !== ',' && next !== close) throw this.#unexpected()
    this.#at++
    return next === ','
  }

  *#string(): Paced<string> {
    const { value, to } = yield* readingString(this.#text, this.#at)
    this.#at = to
    return value
  }

  /** A number, true, false or null. */
  #word(): JsonValue {
    WORD.lastIndex = this.#at
    const [word] = WORD.exec(this.#text) ?? []
    if (word === undefined) throw this.#unexpected()
    this.#at += word.length
    return JSON.parse(word)
  }

  /** The character behind all white space; empty at the end. */
  *#next(): Paced<string> {
    for (let told = this.#at; SPACES.has(this.#text.charCodeAt(this.#at)); this.#at++) {
      if (this.#at - told < PIECE) continue
      yield (this.#at - told) * GLANCE
      told = this.#at
    }
    return this.#text.charAt(this.#at)
  }

  #unexpected(): SyntaxError {
    return unexpected(this.#text, this.#at)
  }
}

function unexpected(text: string, at: number): SyntaxError {
  return new SyntaxError(at < text.length ? `Unexpected ${JSON.stringify(text.charAt(at))} at position ${at}` : 'Unexpected end')
}

/** What JSON text would become, roughly, and without parsing it. */
export interface JsonWeight {
  /** How deep lists and objects lie in each other. */
  readonly depth: number
  /** How many values there are: items, members, lists and objects. */
  readonly values: number
  /** Just behind the object or list; -1 where it does not end. */
  readonly to: number
}

const COMMA = 44
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
