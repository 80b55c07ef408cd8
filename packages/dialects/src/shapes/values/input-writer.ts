import type { CallWriter } from '../../engine/call-writer.ts'
import { TextPile } from '../../engine/text-pile.ts'
import type { JsonType } from './schema-types.ts'
import { isPlainString, typedValue } from './typed-value.ts'

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
