import { reportUncaught } from '../turn/report-uncaught.ts'
import type { Exchange } from './exchange.ts'
import type { ExchangeListener, SentRequest } from './http-transport.ts'
import { maskHeaders } from './mask-secrets.ts'

/** Where exchanges are kept. */
export interface ExchangeStore {
  put(exchange: Exchange): Promise<void>
  /** Oldest first. */
  ofThread(threadId: string): Promise<readonly Exchange[]>
  /** Hears which thread has new ones, also from other tabs. Returns the function that ends it. */
  watch(listener: (threadId: string) => void): () => void
}

export interface LogOptions {
  readonly store: ExchangeStore
  readonly newId?: () => string
  readonly now?: () => number
  readonly onError?: (error: unknown) => void
}

/**
 * A listener for `httpTransport` that writes down the exact bytes of every exchange of a thread. It is kept twice: when
 * it is sent, so that an exchange that never ends is seen too, and when it has ended.
 */
export function logExchanges(threadId: string, options: LogOptions): (request: SentRequest) => ExchangeListener {
  const { store, newId = () => crypto.randomUUID(), now = () => Date.now(), onError = reportUncaught } = options
  const keep = (exchange: Exchange) => {
    store.put(exchange).catch(onError)
  }
  return (request) => {
    const masked: SentRequest = { ...request, headers: maskHeaders(request.headers) }
    let exchange: Exchange = { id: newId(), threadId, sentAt: now(), request: masked, reply: '' }
    const pieces: string[] = []
    keep(exchange)
    return {
      onResponse(status, headers) {
        exchange = { ...exchange, status, headers: maskHeaders(headers) }
      },
      onText: (text) => void pieces.push(text),
      onEnd(fault) {
        exchange = { ...exchange, reply: pieces.join(''), endedAt: now(), ...(fault && { fault }) }
        keep(exchange)
      },
    }
  }
}

/** Forgotten with the process. */
export function memoryExchanges(kept = 60): ExchangeStore {
  const exchanges = new Map<string, Exchange>()
  const listeners = new Set<(threadId: string) => void>()
  return {
    async put(exchange) {
      exchanges.set(exchange.id, exchange)
      const oldest = exchanges.size > kept ? exchanges.keys().next().value : undefined
      if (oldest !== undefined) exchanges.delete(oldest)
      for (const listener of listeners) listener(exchange.threadId)
    },
    ofThread: async (threadId) => [...exchanges.values()].filter((exchange) => exchange.threadId === threadId),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
