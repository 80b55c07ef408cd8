import { DEPTHS } from './depths.ts'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** Keys may come from a model: look one up with `ownValue`, never with a bare index into a prototype chain. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** A JSON Schema document, of any draft. Read defensively: it arrives from pages and clients. */
export type JsonSchema = JsonObject

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value stored under `key` itself; what `Object.prototype` offers under that name does not count. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Deeper values cannot be written again without exhausting the stack, and nobody means them. */
export const MAX_JSON_DEPTH = DEPTHS.value

/**
 * Whether JSON text nests deeper than we are willing to carry. Looks at brackets outside strings only:
 *
 *     {"a":["[[[["]}
 *     ^    ^ two deep
 */
export function nestsTooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = stringEnd(text, at)
    else if ((unit | 32) === OPEN_BRACE && ++depth > MAX_JSON_DEPTH) return true
    else if ((unit | 32) === CLOSE_BRACE) depth--
  }
  return false
}

const QUOTE = 34
const BACKSLASH = 92
/** `[` and `]` differ from `{` and `}` in one bit. */
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Where the string that opens at `open` ends: at its closing quote, or with the text. */
export function stringEnd(text: string, open: number): number {
  const first = text.indexOf('"', open + 1)
  if (first === -1) return text.length
  if (text.charCodeAt(first - 1) !== BACKSLASH) return first
  for (let at = open + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) return at
    if (unit === BACKSLASH) at++
  }
  return text.length
}

/** Whether a text is one whole JSON value. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type Present<Fields> = {
  readonly [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key]
} & {
  readonly [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>
}

/** Only the fields that are there: what was not said does not stand in a message as `undefined`. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  // What is left out is what may be absent.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>
}
