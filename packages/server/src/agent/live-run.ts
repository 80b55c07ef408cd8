import type { ChatEvent } from '../chat/chat-event.ts'

/** What one stretch of work on a thread has told so far, for those who listen from its beginning and those who come later. */
export class LiveRun {
  readonly #log: (readonly ChatEvent[])[] = []
  readonly #waiting = new Set<() => void>()
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
    for (let next = from; !signal.aborted; ) {
      const batch = this.#log[next]
      if (batch) {
        next++
        yield batch
      } else if (this.#isOver) return
      else await this.#news(signal)
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  #news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }
}
