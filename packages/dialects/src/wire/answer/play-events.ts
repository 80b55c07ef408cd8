import { unfinishedPart } from '../../canonical/collect-message.ts'
import type { Fault } from '../../canonical/fault.ts'
import { type BrokenCall, inputJson, type SpokenPart } from '../../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import type { WireWriter } from '../wire-format.ts'
import { SentArguments } from './sent-arguments.ts'

export type PartStart = Extract<StreamEvent, { type: 'part-start' }>

/** What a vendor's stream is written from: parts that come one after the other, each complete before the next. */
export abstract class AnswerSink {
  protected written = ''

  abstract start(messageId: string, model: string, usage?: Usage): void
  /** A call that is opened has a name. */
  abstract open(start: PartStart): void
  abstract delta(start: PartStart, text: string): void
  /** Never a broken call. Its text has been sent, in one or many deltas. */
  abstract close(start: PartStart, value: Exclude<SpokenPart, BrokenCall>): void
  /** A call that will not run. `spoiled` is all that went out of its arguments, which no reader takes; absent when the call was never opened. */
  abstract closeBroken(start: PartStart, value: BrokenCall, spoiled?: string): void
  /** `refusal` says why an answer was withheld. */
  abstract end(reason: EndReason, usage?: Usage, refusal?: string): void
  abstract fault(fault: Fault): void

  /** What was written since the last time. */
  take(): string {
    const { written } = this
    this.written = ''
    return written
  }
}

export function writerInto(sink: AnswerSink): WireWriter {
  const player = new EventPlayer(sink)
  return {
    push(events) {
      player.play(events)
      return sink.take()
    },
  }
}

/** The part that plays. A call is opened with its first key: one that breaks before could not be told from a call without arguments. */
interface Front {
  readonly part: number
  readonly start: PartStart
  readonly input?: SentArguments
  opened: boolean
  sent: string
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
class EventPlayer {
  readonly #sink: AnswerSink
  readonly #waiting = new Map<number, Waiting>()
  #front: Front | undefined
  /** Whether a call went out that no client can run, and must answer all the same. */
  #spoiled = false
  #over = false

  constructor(sink: AnswerSink) {
    this.#sink = sink
  }

  /** An answer that dies inside a call leaves the call open: some clients run whatever is closed. */
  play(events: readonly StreamEvent[]): void {
    const dies = events.at(-1)?.type === 'fault'
    for (const event of events) {
      if (this.#over) return
      if (!dies || event.type !== 'part-end' || !event.value.type.endsWith('call')) this.#play(event)
    }
  }

  #play(event: StreamEvent): void {
    switch (event.type) {
      case 'message-start':
        return this.#sink.start(event.messageId, event.model, event.usage)
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
        return this.#sink.end(this.#spoiled && event.reason === 'done' ? 'calls' : event.reason, event.usage, event.refusal)
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
    const isCall = next.start.kind === 'tool-call'
    this.#front = { part, start: next.start, opened: false, sent: '', ...(isCall && { input: new SentArguments() }) }
    if (!isCall) this.#open(this.#front)
  }

  #open(front: Front): void {
    if (!front.opened) this.#sink.open(front.start)
    front.opened = true
  }

  #send(text: string): void {
    if (this.#front) this.#deliver(this.#front, this.#front.input?.push(text) ?? text)
  }

  #deliver(front: Front, text: string): void {
    front.sent += text
    if (front.input && !front.opened) {
      if (!front.input.hasKey) return
      this.#open(front)
      return this.#sink.delta(front.start, front.sent)
    }
    if (text !== '') this.#sink.delta(front.start, text)
  }

  #settle(start: PartStart, value: SpokenPart): void {
    const front = this.#front
    if (value.type === 'broken-call') return this.#settleBroken(start, value)
    if (!front) return
    if (front.opened && front.input) this.#deliver(front, front.input.rest())
    else if (front.input) {
      this.#open(front)
      this.#sink.delta(front.start, wholeText(value))
    } else if (front.sent === '') this.#deliver(front, wholeText(value))
    this.#sink.close(start, value)
  }

  #settleBroken(start: PartStart, value: BrokenCall): void {
    const front = this.#front
    if (!front?.input || !front.opened) return this.#sink.closeBroken(start, value)
    this.#spoiled = true
    this.#deliver(front, front.input.spoil())
    this.#sink.closeBroken(start, value, front.sent)
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

/** All that the deltas of a part say together. */
export function wholeText(value: Exclude<SpokenPart, BrokenCall>): string {
  return value.type === 'tool-call' ? inputJson(value) : value.text
}

/** The start of a part that came whole. */
export function startOf(part: number, value: SpokenPart): PartStart {
  if (value.type === 'text' || value.type === 'reasoning') return { type: 'part-start', part, kind: value.type }
  return { type: 'part-start', part, kind: 'tool-call', callId: value.id, ...(value.name !== undefined && { name: value.name }) }
}
