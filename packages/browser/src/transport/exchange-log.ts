import type { Fault } from '@parley/dialects'
import { reportUncaught } from '../turn/report-uncaught.ts'
import type { ExchangeListener, SentRequest } from './http-transport.ts'

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

/** One request and its reply, to the byte. Secrets are removed before it is kept. */
export interface Exchange {
  readonly id: string
  readonly threadId: string
  readonly sentAt: number
  readonly request: SentRequest
  /** Absent until the server has answered. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly reply: string
  readonly endedAt?: number
  readonly fault?: Fault
}

const SECRET_HEADERS =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key|x-goog-api-key|.*-(?:token|secret))$/i

/** Headers as they may be shown and kept: names stay, secrets do not. */
export function maskHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.test(name) ? maskValue(value) : value]),
  )
}

const MASK = '••••••'

/** `Bearer sk-abcdef…` → `Bearer ••••••`. */
function maskValue(value: string): string {
  const scheme = /^(?:Bearer|Basic) /i.exec(value)?.[0] ?? ''
  return `${scheme}${MASK}`
}

/** The request as a command for a shell, with a hint where a secret belongs. */
export function toCurl(request: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}): string {
  const headers = Object.entries(maskHeaders(request.headers)).map(([name, value]) => `-H ${headerWord(name, value)}`)
  const body = request.body === '' ? [] : ['--data-binary', shellQuote(request.body)]
  return ['curl -N', shellQuote(request.url), ...headers, ...body].join(' ')
}

/** A variable is one only between double quotes, where nothing else may stand that a shell would read. */
function headerWord(name: string, value: string): string {
  const scheme = value.endsWith(MASK) ? value.slice(0, -MASK.length) : undefined
  const isSecret = scheme !== undefined && /^(?:\w+ )?$/.test(scheme) && /^[\w-]+$/.test(name)
  return isSecret ? `"${name}: ${scheme}$TOKEN"` : shellQuote(`${name}: ${value}`)
}

/** Everything is literal between single quotes except the quote itself. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
