import type { JsonValue } from '../../canonical/json.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { TextPile } from '../../engine/source.ts'
import type { JsonType } from './schema-types.ts'

/** Whether raw text for this parameter is certainly a string, so that it can be passed on while it arrives. */
export function isPlainString(types: ReadonlySet<JsonType>): boolean {
  return types.size === 0 || (types.size === 1 && types.has('string'))
}

/**
 * Reads raw text as a value, by its schema only, and returns it as JSON text; numbers as they were spelled. A declared
 * string is never anything else: `007` stays `"007"`. What fits none of the types stays a string, and validation says so.
 * `read` makes JSON text of a list or an object that is none; without it, such a value does not fit.
 */
export function typedValue(
  raw: string,
  types: ReadonlySet<JsonType>,
  read: (text: string) => string | undefined = () => undefined,
): string {
  const text = raw.trim()
  const word = wordValue(text, types)
  if (word !== undefined) return word
  if ((types.has('number') || types.has('integer')) && isNumber(text)) return text
  if ((text.startsWith('{') && types.has('object')) || (text.startsWith('[') && types.has('array'))) {
    const json = parsedJson(text) === undefined ? read(text) : text
    if (json !== undefined) return json
  }
  // Where no string is declared, quotes stand around something else.
  const inside = !types.has('string') && text.startsWith('"') ? parsedJson(text) : undefined
  if (types.size > 0 && typeof inside === 'string') return typedValue(inside, types, read)
  // A string among several types may have been written with its quotes.
  if (types.has('string') && !isPlainString(types) && text.startsWith('"') && typeof parsedJson(text) === 'string') return text
  return JSON.stringify(raw)
}

function wordValue(text: string, types: ReadonlySet<JsonType>): string | undefined {
  if (types.has('null') && /^(?:null|None|nil)$/.test(text)) return 'null'
  if (!types.has('boolean')) return undefined
  if (/^true$/i.test(text)) return 'true'
  if (/^false$/i.test(text)) return 'false'
  if (types.size === 1 && /^[01]$/.test(text)) return text === '1' ? 'true' : 'false'
  return undefined
}

const isNumber = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)

/** Undefined when the text is no JSON. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** One element per argument → JSON text: strings as they arrive, other values when they are whole. */
export class InputWriter {
  readonly #call: CallWriter
  readonly #literal: ((text: string) => string | undefined) | undefined
  #keys = 0
  #types: ReadonlySet<JsonType> = new Set()
  #held = new TextPile()
  #streaming = false
  #written = false

  /** `literal` makes JSON text of a list or an object in the dialect's own spelling; undefined if it is not in that. */
  constructor(call: CallWriter, literal?: (text: string) => string | undefined) {
    this.#call = call
    this.#literal = literal
  }

  /** Whether nothing was said of the input yet. */
  get isEmpty(): boolean {
    return this.#keys === 0 && !this.#written
  }

  /** Begins the argument `key`. */
  begin(key: string, types: ReadonlySet<JsonType>): void {
    this.start(key)
    this.#types = types
    this.#streaming = isPlainString(types)
    this.#held = new TextPile()
    if (this.#streaming) this.#call.input('"')
  }

  /** Begins the argument `key`, whose value somebody else writes to the call as JSON. */
  start(key: string): void {
    this.#call.input(`${this.#keys === 0 ? '{' : ','}${JSON.stringify(key)}:`)
    this.#keys++
  }

  /** A piece of the argument's raw text. */
  readonly raw = (text: string): void => {
    if (this.#streaming) this.#call.input(escaped(text))
    else this.#held.add(text)
  }

  /** The argument is whole. */
  end(): void {
    const read = (text: string): string | undefined => this.#literal?.(text) ?? this.#call.mend(text)?.text
    this.#call.input(this.#streaming ? '"' : typedValue(this.#held.text, this.#types, read))
  }

  /** The argument `key` with a value that is JSON already. */
  json(key: string, json: string): void {
    this.start(key)
    this.#call.input(json)
  }

  /** The input was written to the call by somebody else. */
  written(): void {
    this.#written = true
  }

  /** There are no more arguments. */
  close(): void {
    if (this.#written) return
    this.#call.input(this.#keys === 0 ? '{}' : '}')
  }
}

/** Text as it stands inside a JSON string. */
export function escaped(text: string): string {
  // Most pieces hold nothing that JSON would write differently.
  // oxlint-disable-next-line no-control-regex -- control characters are what JSON escapes
  return /["\\\u0000-\u001f\ud800-\udfff]/.test(text) ? JSON.stringify(text).slice(1, -1) : text
}
