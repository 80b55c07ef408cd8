import type { ExchangeListener, SentRequest } from '@parley/browser'
import type { Fault } from '@parley/dialects'

/** One request and its reply, to the byte. */
export interface Exchange {
  readonly id: number
  readonly threadId: string
  readonly sentAt: number
  readonly request: SentRequest
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly reply: string
  readonly ended: boolean
  readonly fault?: Fault
}

const KEPT = 60

/** Remembers what was sent and what came back, for the inspector. */
export class ExchangeLog {
  #exchanges: readonly Exchange[] = []
  #pieces = new Map<number, string[]>()
  #next = 1
  readonly #listeners = new Set<() => void>()

  readonly get = (): readonly Exchange[] => this.#exchanges

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  listen(threadId: string, request: SentRequest): ExchangeListener {
    const id = this.#next++
    this.#pieces.set(id, [])
    this.#exchanges = [...this.#exchanges, { id, threadId, sentAt: Date.now(), request, reply: '', ended: false }].slice(-KEPT)
    this.#tell()
    return {
      onResponse: (status, headers) => this.#change(id, { status, headers }),
      // Shown at the end: a page that redraws raw bytes while they stream has no time for anything else.
      onText: (text) => void this.#pieces.get(id)?.push(text),
      onEnd: (fault) => {
        const reply = this.#pieces.get(id)?.join('') ?? ''
        this.#pieces.delete(id)
        this.#change(id, { reply, ended: true, ...(fault && { fault }) })
      },
    }
  }

  #change(id: number, part: Partial<Exchange>): void {
    this.#exchanges = this.#exchanges.map((exchange) => (exchange.id === id ? { ...exchange, ...part } : exchange))
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
