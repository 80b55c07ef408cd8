import { isSame, numbersSurvive, REPEATED, repeatedKey, repeatedProblem } from '../canonical/exact-json.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'
import type { BrokenCall, Flaw, ToolCall } from '../canonical/part.ts'
import type { Sentence } from '../canonical/sentence.ts'
import type { PartEvent } from '../canonical/stream-event.ts'
import { problemOf, say } from '../canonical/words.ts'
import type { Mender } from '../mender.ts'
import type { Mended } from '../repair/mend.ts'
import { TextPile } from './source.ts'

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

/** Where words behind a call say that it was only shown: on its line, or anywhere behind it. */
export type ShownBy = 'line' | 'answer'

type CallEnd = Extract<PartEvent, { type: 'part-end' }> & { readonly value: ToolCall }

/** Calls of which nobody knows yet whether they were meant, and all that was written since. */
export class KeptCalls {
  /** Whether a thought may still be open, in which they stand. */
  unsettled = false
  #events: PartEvent[] | undefined
  #shownBy: ShownBy | undefined

  /** What is kept back; undefined when nothing is. */
  get events(): PartEvent[] | undefined {
    return this.#events
  }

  /** A call begins, and `shownBy` tells where words would say that it was only shown. */
  begin(shownBy: ShownBy | undefined): void {
    this.#shownBy = shownBy ?? this.#shownBy
    if (this.unsettled || this.#shownBy) this.#events ??= []
  }

  /** What the words behind the calls say of them; undefined when they do not say it yet. */
  weigh(text: string): 'shown' | 'meant' | undefined {
    if (this.#shownBy === undefined) return undefined
    const words = text.search(/\S/)
    const line = this.#shownBy === 'line' ? text.indexOf('\n') : -1
    if (line >= 0 && (words < 0 || line < words)) return 'meant'
    return words < 0 ? undefined : 'shown'
  }

  /** Makes offers of the calls. Nothing else is left of them: no reader of the stream can take an offer for a call. Returns how many. */
  offer(problem: Sentence): number {
    const ends = new Map((this.#events ?? []).flatMap((event) => (isCallEnd(event) ? [[event.part, event]] : [])))
    this.#events = this.#events?.flatMap((event): PartEvent[] => {
      const end = ends.get(event.part)
      if (end === undefined) return [event]
      if (event === end) return [{ ...end, value: offered(end.value, problem) }]
      return event.type === 'part-start' ? [unnamed(event)] : []
    })
    return ends.size
  }

  /** All that was kept back, unless it is still not known whether a thought is open. */
  release(): readonly PartEvent[] {
    this.#shownBy = undefined
    if (this.unsettled) return []
    const events = this.#events ?? []
    this.#events = undefined
    return events
  }
}

/** Why a call that can be read is offered to a person and does not run. */
export const THOUGHT = say('call.in-reasoning')
export const INVENTED = say('call.behind-invention')
export const SHOWN = say('call.only-shown')

/** A call that can be read and does not run by itself: it is shown, and a person may take it up. */
export function offered(call: ToolCall, problem: Sentence): BrokenCall {
  const { id, name, source = '', dialect = '' } = call
  return { type: 'broken-call', id, name, source, dialect, ...problemOf(problem), offer: call }
}

const isCallEnd = (event: PartEvent): event is CallEnd => event.type === 'part-end' && event.value.type === 'tool-call'

/** A call that no reader begins before it knows what became of it. */
function unnamed(start: Extract<PartEvent, { type: 'part-start' }>): PartEvent {
  if (start.kind !== 'tool-call') return start
  const { type, part, kind, callId } = start
  return { type, part, kind, callId }
}
