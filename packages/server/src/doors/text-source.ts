import type { Fault, StreamEvent } from '@parley/dialects'
import { toFault } from '../http-fault.ts'
import { CUT_OFF, STOPPING } from './cut-off.ts'

export interface TextSourceOptions<Event extends { readonly type: string }> {
  /** Text for the socket; empty when nothing is to be said yet. */
  readonly write: (batch: readonly (Event | Extract<StreamEvent, { type: 'fault' }>)[]) => string
  /** What is said behind the last event. Absent: nothing. With it, several answers may follow each other. */
  readonly finish?: () => string
  /** Ends the answer above: called when the reader leaves and when all has been said. */
  readonly onEnd: () => void
  /** Aborted when the server stops; an answer it cuts off says so. */
  readonly stopping: AbortSignal
}

/**
 * An answer as text for the socket. It is pulled: nothing is asked of the model server before the reader has taken what
 * came earlier, so a slow reader costs no memory. Whatever happens, the last event is an end or a fault.
 */
export class TextSource<Event extends { readonly type: string } = StreamEvent> {
  readonly #iterator: AsyncIterator<readonly Event[]>
  readonly #options: TextSourceOptions<Event>
  /** What the last event was: the answer is whole, has failed, or something is still to come. */
  #state: 'open' | 'ended' | 'failed' | 'closed' = 'open'

  constructor(events: AsyncIterable<readonly Event[]>, options: TextSourceOptions<Event>) {
    this.#iterator = events[Symbol.asyncIterator]()
    this.#options = options
  }

  /** Whether what came last was the last: `next` has nothing more to say. */
  get over(): boolean {
    return this.#state === 'failed' || (this.#state === 'ended' && this.#options.finish === undefined)
  }

  /** `undefined`: all has been said. Never rejects. */
  async next(): Promise<string | undefined> {
    const { write } = this.#options
    try {
      while (this.#mayGoOn()) {
        const next = await this.#iterator.next()
        if (next.done) break
        this.#judge(next.value)
        const text = write(next.value)
        if (text !== '') return text
      }
      return this.#last()
    } catch (error) {
      return this.#fail(toFault(error))
    }
  }

  /** The reader has left. */
  async cancel(): Promise<void> {
    this.#state = 'closed'
    this.#options.onEnd()
    await this.#iterator.return?.()
  }

  #mayGoOn(): boolean {
    return this.#state === 'open' || (this.#state === 'ended' && this.#options.finish !== undefined)
  }

  #judge(batch: readonly Event[]): void {
    for (let index = batch.length - 1; index >= 0; index--) {
      const type = batch[index]?.type
      if (type === 'fault') this.#state = 'failed'
      else if (type === 'message-end' || type === 'turn-end') this.#state = 'ended'
      else if (type === 'message-start') this.#state = 'open'
      else continue
      return
    }
  }

  #last(): string | undefined {
    if (this.#state === 'open') return this.#fail(CUT_OFF)
    const text = this.#state === 'ended' ? (this.#options.finish?.() ?? '') : ''
    this.#state = 'closed'
    if (text !== '') return text
    this.#options.onEnd()
    return undefined
  }

  #fail(fault: Fault): string {
    this.#state = 'failed'
    return this.#options.write([{ type: 'fault', fault: this.#options.stopping.aborted ? STOPPING : fault }])
  }
}
