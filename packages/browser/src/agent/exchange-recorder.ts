import { faultOf } from '@parley/dialects'
import type { ExchangeListener, SentRequest } from '../transport/http-transport.ts'

export type ListenToThread = (threadId: string, request: SentRequest) => ExchangeListener

interface RecorderOptions {
  readonly url: string
  readonly headers: (() => Readonly<Record<string, string>>) | undefined
  readonly listen: ListenToThread | undefined
}

const JSON_BODY = { 'content-type': 'application/json' }

/** Overhears what is told to threads on the server, and what is told about them. */
export class ExchangeRecorder {
  readonly #options: RecorderOptions
  /** Threads that were told something, and of which nothing was heard since. */
  readonly #unheard = new Set<string>()

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Sends something to a thread. Its answer is not waited for: what comes of it is heard later. */
  async tell(threadId: string, path: string, body: unknown, send: () => Promise<Response>): Promise<void> {
    const heard = this.#hear(threadId, path, { method: 'POST', body: JSON.stringify(body) })
    try {
      const response = await send()
      heard?.onResponse(response.status, Object.fromEntries(response.headers))
      await response.body?.cancel().catch(() => {})
      this.#unheard.add(threadId)
      heard?.onEnd()
    } catch (error) {
      heard?.onEnd(faultOf(error))
      throw error
    }
  }

  /** For a stream that tells what happens. */
  streamed(threadId: string, path: string, { status, headers }: Response): ExchangeListener | undefined {
    this.#unheard.delete(threadId)
    const heard = this.#hear(threadId, path, { method: 'GET', body: '' })
    heard?.onResponse(status, Object.fromEntries(headers))
    return heard
  }

  /** A turn that was over before anybody could listen is told by the thread as a whole; every other look at it is no news. */
  wasRead(threadId: string, path: string, response: Response, text: string): void {
    if (!this.#unheard.has(threadId)) return
    const heard = this.streamed(threadId, path, response)
    heard?.onText(text)
    heard?.onEnd()
  }

  #hear(threadId: string, path: string, request: Pick<SentRequest, 'method' | 'body'>): ExchangeListener | undefined {
    const { url, headers, listen } = this.#options
    const sent = { ...headers?.(), ...(request.body !== '' && JSON_BODY) }
    return listen?.(threadId, { ...request, url: url + path, headers: sent })
  }
}
