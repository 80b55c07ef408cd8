import { unfinishedPart } from '../canonical/collect-message.ts'
import type { Fault } from '../canonical/fault.ts'
import { type BrokenCall, inputJson, type SpokenPart } from '../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../canonical/stream-event.ts'

export type PartStart = Extract<StreamEvent, { type: 'part-start' }>

/** What a vendor's stream is written from: parts that come one after the other, each complete before the next. */
export interface AnswerSink {
  start(messageId: string, model: string): void
  /** A call that is opened has a name. */
  open(start: PartStart): void
  delta(start: PartStart, text: string): void
  /** Never a broken call. Its text has been sent, in one or many deltas. */
  close(start: PartStart, value: Exclude<SpokenPart, BrokenCall>): void
  /** A call that will not run. `sent` is what went out of its arguments; absent when the call was never opened. */
  closeBroken(start: PartStart, value: BrokenCall, sent?: string): void
  end(reason: EndReason, usage?: Usage): void
  fault(fault: Fault): void
}

interface Waiting {
  start: PartStart
  deltas: string[]
  value?: SpokenPart
}

/**
 * Brings events into the order a strict format needs. Parts may be open side by side; here the oldest plays live and the
 * others wait. A call without a name waits for its end; a part that came without deltas gets one.
 */
export class EventPlayer {
  readonly #sink: AnswerSink
  readonly #waiting = new Map<number, Waiting>()
  #front: { readonly part: number; readonly start: PartStart; sent: string } | undefined
  #over = false

  constructor(sink: AnswerSink) {
    this.#sink = sink
  }

  play(events: readonly StreamEvent[]): void {
    for (const event of events) if (!this.#over) this.#play(event)
  }

  #play(event: StreamEvent): void {
    switch (event.type) {
      case 'message-start':
        return this.#sink.start(event.messageId, event.model)
      case 'part-start':
        this.#waiting.set(event.part, { start: event, deltas: [] })
        return this.#advance()
      case 'part-delta':
        if (this.#front?.part === event.part) return this.#send(event.text)
        this.#waiting.get(event.part)?.deltas.push(event.text)
        return
      case 'part-end':
        return this.#endPart(event.part, event.value)
      case 'message-end':
        this.#abandon()
        this.#over = true
        return this.#sink.end(event.reason, event.usage)
      case 'fault':
        this.#over = true
        return this.#sink.fault(event.fault)
      default:
        return event satisfies never
    }
  }

  #endPart(part: number, value: SpokenPart): void {
    const open = this.#waiting.get(part) ?? { start: startOf(part, value), deltas: [] }
    open.value = value
    this.#waiting.set(part, open)
    this.#advance()
  }

  #advance(): void {
    for (const [part, next] of this.#waiting) {
      if (!this.#front) this.#openNext(part, next)
      if (this.#front) for (const text of next.deltas.splice(0)) this.#send(text)
      if (!next.value) return
      this.#waiting.delete(part)
      this.#settle(next.start, next.value)
      this.#front = undefined
    }
  }

  #openNext(part: number, next: Waiting): void {
    if (next.start.kind === 'tool-call' && next.start.name === undefined) {
      if (next.value?.type !== 'tool-call') return
      next.start = startOf(part, next.value)
    }
    this.#front = { part, start: next.start, sent: '' }
    this.#sink.open(next.start)
  }

  #send(text: string): void {
    if (!this.#front || text === '') return
    this.#front.sent += text
    this.#sink.delta(this.#front.start, text)
  }

  #settle(start: PartStart, value: SpokenPart): void {
    if (value.type === 'broken-call') return this.#sink.closeBroken(start, value, this.#front?.sent)
    if (this.#front?.sent === '') this.#send(wholeText(value))
    this.#sink.close(start, value)
  }

  /** The answer ended although parts were open: half a call must not run. */
  #abandon(): void {
    for (const [part, open] of this.#waiting) {
      const sent = this.#front?.part === part ? this.#front.sent : ''
      open.value ??= unfinishedPart(open.start, sent + open.deltas.join(''))
    }
    this.#advance()
  }
}

function wholeText(value: Exclude<SpokenPart, BrokenCall>): string {
  return value.type === 'tool-call' ? inputJson(value) : value.text
}

function startOf(part: number, value: SpokenPart): PartStart {
  if (value.type === 'text' || value.type === 'reasoning') return { type: 'part-start', part, kind: value.type }
  return { type: 'part-start', part, kind: 'tool-call', callId: value.id, ...(value.name !== undefined && { name: value.name }) }
}
