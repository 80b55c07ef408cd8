import type { Fault, StreamEvent } from '@parley/dialects'
import { toFault } from '../http-fault.ts'

export interface TextSourceOptions {
  /** Text for the socket; empty when nothing is to be said yet. */
  readonly write: (batch: readonly StreamEvent[]) => string
  /** Ends the answer above: called when the reader leaves and when all has been said. */
  readonly onEnd: () => void
  /** Aborted when the server stops; an answer it cuts off says so. */
  readonly stopping: AbortSignal
}

/**
 * An answer as text for the socket. It is pulled: nothing is asked of the model server before the reader has taken what
 * came earlier, so a slow reader costs no memory. Whatever happens, the last event is an end or a fault.
 */
export class TextSource {
  readonly #iterator: AsyncIterator<readonly StreamEvent[]>
  readonly #options: TextSourceOptions
  #over = false

  constructor(events: AsyncIterable<readonly StreamEvent[]>, options: TextSourceOptions) {
    this.#iterator = events[Symbol.asyncIterator]()
    this.#options = options
  }

  /** `undefined`: all has been said. Never rejects. */
  async next(): Promise<string | undefined> {
    if (this.#over) return this.#end()
    try {
      for (let next = await this.#iterator.next(); !next.done; next = await this.#iterator.next()) {
        const last = next.value.at(-1)?.type
        this.#over = last === 'message-end' || last === 'fault'
        const text = this.#options.write(next.value)
        if (text !== '') return text
        if (this.#over) return this.#end()
      }
      return this.#cutOff(CUT_OFF)
    } catch (error) {
      return this.#cutOff(toFault(error))
    }
  }

  /** The reader has left. */
  async cancel(): Promise<void> {
    this.#over = true
    this.#options.onEnd()
    await this.#iterator.return?.()
  }

  #end(): undefined {
    this.#options.onEnd()
  }

  #cutOff(fault: Fault): string {
    this.#over = true
    return this.#options.write([{ type: 'fault', fault: this.#options.stopping.aborted ? STOPPING : fault }])
  }
}

const CUT_OFF: Fault = {
  code: 'provider/unavailable',
  message: 'The answer broke off before it was complete. Try again.',
  retryable: true,
}

const STOPPING: Fault = {
  code: 'server/stopping',
  message: 'The server is being stopped, so the answer was cut off. Try again when it is back.',
  retryable: true,
}
