import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'
import { numbersSurvive } from '../canonical/numbers-survive.ts'
import type { BrokenCall, Flaw, ToolCall } from '../canonical/part.ts'
import { isSame, REPEATED, repeatedKey, repeatedProblem } from '../canonical/repeated-key.ts'
import type { Sentence } from '../canonical/sentence.ts'
import { problemOf, say } from '../canonical/words.ts'
import type { Mender } from '../mender.ts'
import type { Mended } from '../repair/mend.ts'
import { TextPile } from './text-pile.ts'

/** What a part writer lends to the call it is writing. */
export interface CallHost {
  readonly mender: Mender | undefined
  dialect(): string
  /** Begins a call under an id that no other has. */
  start(wantedId: string | undefined, name: string | undefined): { readonly part: number; readonly id: string }
  delta(part: number, text: string): void
  end(part: number, value: ToolCall | BrokenCall): void
}

/**
 * One call while it is read. Its input is held until the name is known, because nobody downstream can begin a call
 * without one.
 */
export class CallWriter {
  readonly #host: CallHost
  readonly #flaws: Flaw[] = []
  #name: string | undefined
  #id: string | undefined
  #begun: { readonly part: number; readonly id: string } | undefined
  readonly #input = new TextPile()
  #ended = false

  constructor(host: CallHost) {
    this.#host = host
  }

  get hasInput(): boolean {
    return this.#input.length > 0
  }

  /** The name as far as it is known; the first one counts. */
  get knownName(): string | undefined {
    return this.#name
  }

  id(id: string): void {
    this.#id ??= id
  }

  name(name: string): void {
    if (this.#name !== undefined || name === '') return
    this.#name = name
    const { part } = this.#start()
    if (this.hasInput) this.#host.delta(part, this.#input.text)
  }

  /** A piece of the input, as JSON text. */
  input(text: string): void {
    if (text === '') return
    this.#input.add(text)
    if (this.#begun) this.#host.delta(this.#begun.part, text)
  }

  /** Arguments that came once more. False when they are not those that came already. */
  again(text: string): boolean {
    this.flaw(REPEATED)
    return isSame(this.#input.text, text)
  }

  /** Reads JSON that is damaged, if this parser mends, and says what was wrong with it. */
  mend(text: string): Mended | undefined {
    const mended = this.#host.mender?.mend(text)
    for (const flaw of mended?.flaws ?? []) this.flaw(flaw)
    return mended
  }

  flaw(flaw: Flaw): void {
    if (!this.#flaws.some(({ id }) => id === flaw.id)) this.#flaws.push(flaw)
  }

  /** The call is whole. `source` is all of its text. */
  end(source: string): void {
    if (this.#name === undefined) return this.broken(source, say('call.nameless'))
    const text = this.#input.text
    // First, because it makes one string of the pieces, and a string is faster to parse.
    const inputText = numbersSurvive(text) ? undefined : text
    const input = text === '' ? {} : parseInput(text)
    if (input === undefined) return this.broken(source, say('call.arguments-no-object'))
    const repeated = repeatedKey(text)
    if (repeated?.same === false) return this.broken(source, repeatedProblem(repeated))
    if (repeated) this.flaw(REPEATED)
    if (text === '') this.input('{}')
    this.#close({
      type: 'tool-call',
      id: this.#start().id,
      name: this.#name,
      input,
      ...(inputText !== undefined && { inputText }),
      source,
      dialect: this.#host.dialect(),
      ...(this.#flaws.length > 0 && { flaws: this.#flaws }),
    })
  }

  /** What must follow the input so far, so that it says `value`; undefined if it cannot, or nobody mends. */
  rest(value: JsonObject): string | undefined {
    return this.#host.mender?.complete(this.#input.text, value)
  }

  /** The call cannot be read. */
  broken(source: string, problem: string | Sentence, at?: number): void {
    this.#close({
      type: 'broken-call',
      id: this.#start().id,
      ...(this.#name !== undefined && { name: this.#name }),
      source,
      dialect: this.#host.dialect(),
      ...(typeof problem === 'string' ? { problem } : problemOf(problem)),
      ...(at !== undefined && { at }),
    })
  }

  #close(value: ToolCall | BrokenCall): void {
    if (this.#ended) return
    this.#ended = true
    this.#host.end(this.#start().part, value)
  }

  #start(): { readonly part: number; readonly id: string } {
    this.#begun ??= this.#host.start(this.#id, this.#name)
    return this.#begun
  }
}

function parseInput(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
