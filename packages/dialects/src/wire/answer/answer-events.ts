import type { Fault } from '../../canonical/fault.ts'
import type { SpokenPart } from '../../canonical/part.ts'
import type { Sentence } from '../../canonical/sentence.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import { problemOf, say } from '../../canonical/words.ts'
import { callFrom } from '../request/call-input.ts'

interface OpenProse {
  readonly part: number
  readonly kind: 'text' | 'reasoning'
  text: string
  signature?: string
}

/** A native call that is still arriving. Its part starts when its name is known. */
export interface OpenCall {
  readonly id: string
  name: string
  text: string
  part?: number
  signature?: string
  /** What the vendor itself found wrong with it. Absent: the arguments decide. */
  problem?: Sentence
}

/**
 * Collects what a vendor's stream says into well-formed events: one start, parts in order, one end. The only place
 * in the wire that knows event order, so a reader cannot get it wrong.
 */
export class AnswerEvents {
  #events: StreamEvent[] = []
  #prose: OpenProse | undefined
  #calls: OpenCall[] = []
  #ids = new Set<string>()
  #parts = 0
  #started = false
  #ended = false
  #hadCalls = false
  #refusal = ''
  readonly #newId: () => string

  constructor(newId: () => string) {
    this.#newId = newId
  }

  get ended(): boolean {
    return this.#ended
  }
  get started(): boolean {
    return this.#started
  }

  /** Everything that became certain since the last time. */
  take(): readonly StreamEvent[] {
    if (this.#events.length === 0) return NOTHING
    const events = this.#events
    this.#events = []
    return events
  }

  start(messageId: string | undefined, model: string, usage?: Usage): void {
    if (this.#started) return
    this.#started = true
    this.#events.push({ type: 'message-start', messageId: messageId || this.#newId(), model, ...(usage && { usage }) })
  }

  prose(kind: 'text' | 'reasoning', text: string): void {
    if (text === '') return
    let open = this.#prose
    if (open?.kind !== kind) {
      this.endProse()
      open = this.#openProse(kind)
    }
    open.text += text
    this.#events.push({ type: 'part-delta', part: open.part, text })
  }

  /** Words in which the vendor says that there will be no answer. */
  refuse(words: string): void {
    this.#refusal += words
  }

  /** A vendor's proof for the reasoning that is open; opens an empty one when the vendor hid the words. */
  signReasoning(signature: string): void {
    if (this.#prose?.kind !== 'reasoning') {
      this.endProse()
      this.#openProse('reasoning')
    }
    if (this.#prose) this.#prose.signature = (this.#prose.signature ?? '') + signature
  }

  endProse(): void {
    const open = this.#prose
    if (!open) return
    this.#prose = undefined
    const value: SpokenPart =
      open.kind === 'reasoning' && open.signature !== undefined
        ? { type: 'reasoning', text: open.text, signature: open.signature }
        : { type: open.kind, text: open.text }
    this.#events.push({ type: 'part-end', part: open.part, value })
  }

  /** A call whose id is missing or already taken in this answer gets a new one. */
  openCall(id: string | undefined, name = ''): OpenCall {
    this.endProse()
    const own = id && !this.#ids.has(id) ? id : this.#newId()
    this.#ids.add(own)
    const call: OpenCall = { id: own, name: '', text: '' }
    this.#calls.push(call)
    this.#hadCalls = true
    if (name !== '') this.nameCall(call, name)
    return call
  }

  nameCall(call: OpenCall, name: string): void {
    if (call.part !== undefined || name === '') return
    call.name = name
    this.#startCall(call)
  }

  callDelta(call: OpenCall, text: string): void {
    if (text === '') return
    call.text += text
    if (call.part !== undefined) this.#events.push({ type: 'part-delta', part: call.part, text })
  }

  endCall(call: OpenCall): void {
    const index = this.#calls.indexOf(call)
    if (index === -1) return
    this.#calls.splice(index, 1)
    if (call.name !== '' && call.text.trim() === '' && call.problem === undefined) this.callDelta(call, '{}')
    this.#events.push({ type: 'part-end', part: this.#startCall(call), value: finishedCall(call) })
  }

  endParts(): void {
    this.endProse()
    while (this.#calls[0]) this.endCall(this.#calls[0])
  }

  /** Vendors name the end differently and some say "stop" after a call, so calls decide what they can. */
  end(reason: EndReason, usage?: Usage): void {
    if (this.#ended) return
    this.start(undefined, '')
    this.endParts()
    this.#ended = true
    const refusal = this.#refusal
    const own: EndReason = this.#hadCalls && (reason === 'done' || reason === 'stopped') ? 'calls' : reason
    const told = refusal === '' ? { reason: own } : { reason: own === 'done' ? ('filtered' as const) : own, refusal }
    this.#events.push({ type: 'message-end', ...told, ...(usage && { usage }) })
  }

  fault(fault: Fault): void {
    if (this.#ended) return
    this.#ended = true
    this.#events.push({ type: 'fault', fault })
  }

  /** The payload that should have begun the answer may have been lost on the way. */
  #openProse(kind: OpenProse['kind']): OpenProse {
    this.start(undefined, '')
    this.#prose = { part: this.#parts++, kind, text: '' }
    this.#events.push({ type: 'part-start', part: this.#prose.part, kind })
    return this.#prose
  }

  #startCall(call: OpenCall): number {
    if (call.part !== undefined) return call.part
    this.start(undefined, '')
    this.endProse()
    const part = this.#parts++
    call.part = part
    this.#events.push({
      type: 'part-start',
      part,
      kind: 'tool-call',
      callId: call.id,
      ...(call.name !== '' && { name: call.name }),
    })
    if (call.text !== '') this.#events.push({ type: 'part-delta', part, text: call.text })
    return part
  }
}

const NOTHING: readonly StreamEvent[] = []

function finishedCall(call: OpenCall): SpokenPart {
  const { id, name, text, signature, problem } = call
  if (problem !== undefined) return { type: 'broken-call', id, ...(name !== '' && { name }), source: text, ...problemOf(problem) }
  if (name === '') return { type: 'broken-call', id, source: text, ...problemOf(say('call.no-name')) }
  return callFrom(id, name, text, signature)
}
