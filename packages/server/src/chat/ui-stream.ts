import type { EndReason } from '@parley/dialects'
import { type UiStreamOptions, UiStreamWriter } from '@parley/dialects/wire'
import type { ChatEvent } from './chat-event.ts'

/** A turn as the AI SDK's UI message stream; what an agent says of its thread goes along. */
export class UiStream {
  readonly #writer: UiStreamWriter
  #rest: EndReason | undefined

  constructor(options: UiStreamOptions) {
    this.#writer = new UiStreamWriter(options)
  }

  push(batch: readonly ChatEvent[]): string {
    let text = ''
    for (const event of batch) text += this.#write(event)
    return text
  }

  /** The turn is over: no further step will come. */
  finish(): string {
    return this.#writer.finish(this.#rest)
  }

  #write(event: ChatEvent): string {
    if (event.type === 'turn-start') return this.#writer.start(event.turnId, { threadId: event.threadId })
    if (event.type === 'call-begun' || event.type === 'call-progress' || event.type === 'tools-not-offered') {
      const { type, ...told } = event
      // Plain data, as the stream writes it.
      return this.#writer.note(type, JSON.parse(JSON.stringify(told)))
    }
    if (event.type !== 'turn-end') return this.#writer.push(event)
    const { threadId, status, pending } = event
    this.#rest = status === 'waiting' ? 'calls' : 'done'
    return this.#writer.note('thread', { threadId, status, pending: pending.map((call) => ({ ...call })) })
  }
}

/** Whether a client wants one JSON document instead of a stream. */
export function wantsJson(accept: string | null): boolean {
  return accept !== null && accept.includes('application/json') && !accept.includes('text/event-stream')
}
