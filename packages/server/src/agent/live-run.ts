import type { ChatEvent } from '../chat/chat-event.ts'

/** What one stretch of work on a thread has told so far, for those who listen from its beginning and those who come later. */
export class LiveRun {
  readonly #log: (readonly ChatEvent[])[] = []
  #waiting: (() => void)[] = []
  #isOver = false
  /** What the turn had told before this stretch began. */
  earlier: readonly ChatEvent[] = []
  /** Settles when the work is over, whatever became of it. */
  readonly over: Promise<void>
  readonly #end: () => void

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.over = promise
    this.#end = resolve
  }

  /** How much has been told: a place to listen from. */
  get position(): number {
    return this.#log.length
  }

  emit(batch: readonly ChatEvent[]): void {
    if (this.#isOver) return
    this.#log.push(batch)
    this.#wake()
  }

  end(): void {
    this.#isOver = true
    this.#wake()
    this.#end()
  }

  async *listen(from: number, signal: AbortSignal): AsyncGenerator<readonly ChatEvent[]> {
    const left = () => this.#wake()
    signal.addEventListener('abort', left, { once: true })
    try {
      for (let next = from; !signal.aborted; ) {
        const batch = this.#log[next]
        if (batch) {
          next++
          yield batch
        } else if (this.#isOver) return
        else await new Promise<void>((resolve) => this.#waiting.push(resolve))
      }
    } finally {
      signal.removeEventListener('abort', left)
    }
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}
