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
  /** How long it may be silent before a comment says that it is still there. Absent or 0: as long as it likes. */
  readonly beatMs?: number
}

/** After one of these the events are whole. */
const ENDS: ReadonlySet<string> = new Set(['message-end', 'turn-end', 'call-end', 'examined'])

/**
 * An answer as text for the socket. It is pulled: nothing is asked of the model server before the reader has taken what
 * came earlier, so a slow reader costs no memory. Whatever happens, the last event is an end or a fault.
 */
export class TextSource<Event extends { readonly type: string } = StreamEvent> {
  readonly #iterator: AsyncIterator<readonly Event[]>
  readonly #options: TextSourceOptions<Event>
  /** Whether the events so far are a whole answer. */
  #ended = false
  #over = false

  constructor(events: AsyncIterable<readonly Event[]>, options: TextSourceOptions<Event>) {
    this.#iterator = events[Symbol.asyncIterator]()
    this.#options = options
  }

  /** Whether what came last was the last: `next` has nothing more to say. */
  get over(): boolean {
    return this.#over
  }

  get beatMs(): number {
    return this.#options.beatMs ?? 0
  }

  /** `undefined`: all has been said. Never rejects. */
  async next(): Promise<string | undefined> {
    try {
      while (!this.#over) {
        const next = await this.#iterator.next()
        if (this.#over) return undefined
        if (next.done) return this.#last()
        const text = this.#take(next.value)
        if (text !== '') return text
      }
      return undefined
    } catch (error) {
      return this.#over ? undefined : this.#fail(toFault(error))
    }
  }

  /** The reader has left. */
  async cancel(): Promise<void> {
    this.#over = true
    this.#options.onEnd()
    await this.#iterator.return?.()
  }

  #take(batch: readonly Event[]): string {
    for (let index = batch.length - 1; index >= 0; index--) {
      const type = batch[index]?.type
      if (type !== undefined && ENDS.has(type)) this.#ended = true
      else if (type === 'message-start') this.#ended = false
      else if (type === 'fault') this.#close()
      else continue
      break
    }
    if (this.#ended && this.#options.finish === undefined) this.#close()
    return this.#options.write(batch)
  }

  #last(): string | undefined {
    if (!this.#ended) return this.#fail(CUT_OFF)
    this.#close()
    return this.#options.finish?.() || undefined
  }

  #fail(fault: Fault): string {
    this.#close()
    return this.#options.write([{ type: 'fault', fault: this.#options.stopping.aborted ? STOPPING : fault }])
  }

  /** All is said. What lies below tidies up first: an abort would cost it a connection that can be used again. */
  #close(): void {
    this.#over = true
    const { onEnd } = this.#options
    const tidied = this.#iterator.return?.()
    if (tidied) tidied.then(onEnd, onEnd)
    else onEnd()
  }
}
