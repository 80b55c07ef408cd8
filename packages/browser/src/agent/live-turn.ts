import type { AssistantMessage, SpokenPart, StreamEvent, ToolResult } from '@parley/dialects'
import { applyEvents } from '../conversation/state/apply-event.ts'
import type { ThreadState } from '../conversation/state/thread-state.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { progressLine } from '../tools/progress-line.ts'
import { freshRecords } from '../turn/open-records.ts'
import type { TurnEvent } from '../turn/turn-event.ts'
import type { AgentEvent } from './agent-event.ts'
import { adoptResult, type LocalId } from './mirror-thread.ts'

export interface LiveTurnOptions {
  readonly threadId: string
  readonly now: () => number
  /** What the ledger has of the thread. */
  readonly records: () => Promise<readonly CallRecord[]>
  readonly localId: LocalId
  /** Whether a tool of this name runs in the page. */
  readonly isOfPage: (name: string) => boolean
}

/** A turn as the server tells it from its beginning, folded into what the page shows. */
export class LiveTurn {
  state: ThreadState
  readonly #options: LiveTurnOptions
  #answer: { readonly id: string; readonly model: string; readonly parts: SpokenPart[] } | undefined

  /** `before`: the thread up to the question. */
  constructor(before: ThreadState, options: LiveTurnOptions) {
    this.state = { ...before, status: { kind: 'answering' } }
    this.#options = options
  }

  async push(batch: readonly AgentEvent[]): Promise<void> {
    for (const told of batch) {
      const event = told.type === 'message-start' ? { ...told, messageId: this.#options.localId(told.messageId) } : told
      if (event.type === 'turn-end' || event.type === 'fault') continue
      if (event.type === 'tool-result') this.#settle(event.result)
      else if (event.type === 'call-begun') this.#start(event)
      else if (event.type === 'call-progress') this.#progress(event)
      else {
        this.fold([event])
        await this.#collect(event)
      }
    }
  }

  fold(events: readonly TurnEvent[]): void {
    const { status } = this.state
    this.state = { ...applyEvents(this.state, events, { now: this.#options.now(), siblings: [] }), status }
  }

  async #collect(event: StreamEvent): Promise<void> {
    if (event.type === 'message-start') this.#answer = { id: event.messageId, model: event.model, parts: [] }
    else if (event.type === 'part-end') this.#answer?.parts.push(event.value)
    else if (event.type === 'message-end' && this.#answer) await this.#openCalls(this.#answer, event)
  }

  async #openCalls(
    { id, model, parts }: { id: string; model: string; parts: readonly SpokenPart[] },
    { reason, usage }: Extract<StreamEvent, { type: 'message-end' }>,
  ): Promise<void> {
    const { threadId, now, records } = this.#options
    const message: AssistantMessage = { role: 'assistant', id, parts }
    this.fold([{ type: 'message', message, notes: { model, reason, ...(usage && { usage }) } }])
    const known = new Map((await records()).map((record) => [record.key, record]))
    const fresh = await freshRecords(message, threadId, now())
    const own = new Set(fresh.map(({ key }) => key))
    const inner = [...known.values()].filter(({ parent }) => parent !== undefined && own.has(parent))
    const calls = [...fresh.map((record) => known.get(record.key) ?? this.#begun(record)), ...inner]
    this.fold(calls.map((record) => ({ type: 'call-change', record })))
  }

  /** What is not the page's runs on the server, unless it turns out to wait for a decision. */
  #begun(record: CallRecord): CallRecord {
    if (record.broken || this.#options.isOfPage(record.call.name)) return record
    return { ...record, phase: 'running', startedAt: record.createdAt }
  }

  #recordOf(callId: string): CallRecord | undefined {
    const call = [...this.state.calls.values()].findLast((one) => 'record' in one && one.record.call.id === callId)
    return call && 'record' in call ? call.record : undefined
  }

  /** Only shown: the ledger is told how it ended, and nothing of how far it was. */
  #start({ callId, at }: Extract<AgentEvent, { type: 'call-begun' }>): void {
    const record = this.#recordOf(callId)
    if (!record || record.phase === 'settled' || record.owner !== undefined) return
    this.fold([{ type: 'call-change', record: { ...record, phase: 'running', startedAt: Math.min(at, this.#options.now()) } }])
  }

  #progress({ callId, progress, total, message }: Extract<AgentEvent, { type: 'call-progress' }>): void {
    const record = this.#recordOf(callId)
    if (record) this.fold([{ type: 'call-progress', key: record.key, line: progressLine({ progress, total, message }) }])
  }

  #settle(result: ToolResult): void {
    const record = this.#recordOf(result.callId)
    if (!record || record.sentIn !== undefined) return
    const idle: CallRecord = record.phase === 'running' && record.owner === undefined ? { ...record, phase: 'pending' } : record
    const settled = adoptResult(idle, result, this.#options.now())
    if (settled) this.fold([{ type: 'call-change', record: settled }])
  }
}
