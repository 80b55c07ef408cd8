import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { ByteReader, Fetch, UpstreamAnswer } from '../providers/provider.ts'

/** How much may wait in memory before the model server is asked to pause. */
const HIGH_WATER = 64 * 1024

/**
 * `fetch` for model servers on Node's own sockets. The platform's brings a web stream with it, which costs more per token
 * than reading, parsing and writing it (docs/decisions/0010). Same failures: a TypeError with the system's error as cause.
 */
export function createNodeFetch(): Fetch {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  }
  return (address, init) =>
    new Promise((resolve, reject) => {
      const url = new URL(address)
      const secure = url.protocol === 'https:'
      const options: RequestOptions = {
        method: init.method ?? 'GET',
        headers: { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(init.headers)) },
        agent: secure ? agents['https:'] : agents['http:'],
      }
      const request = (secure ? httpsRequest : httpRequest)(url, options, (incoming) => {
        if (isRedirect(incoming)) {
          request.destroy()
          reject(new TypeError('The server redirects, which is not followed.'))
        } else resolve(answer(incoming))
      })
      const leave = () => request.destroy(abortError())
      request.on('error', (cause) =>
        reject(init.signal?.aborted ? abortError() : new TypeError('The request failed.', { cause })),
      )
      request.on('close', () => init.signal?.removeEventListener('abort', leave))
      if (init.signal?.aborted) leave()
      else init.signal?.addEventListener('abort', leave, { once: true })
      request.end(typeof init.body === 'string' ? init.body : undefined)
    })
}

function isRedirect({ statusCode = 0, headers }: IncomingMessage): boolean {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined
}

function abortError(): Error {
  return new DOMException('The request was aborted.', 'AbortError')
}

function answer(incoming: IncomingMessage): UpstreamAnswer {
  const status = incoming.statusCode ?? 0
  const reader = createByteReader(incoming)
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: {
      get(name) {
        const value = incoming.headers[name.toLowerCase()]
        return Array.isArray(value) ? value.join(', ') : (value ?? null)
      },
    },
    body: { getReader: () => reader },
    async json() {
      const pieces: Uint8Array[] = []
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) if (piece.value) pieces.push(piece.value)
      return JSON.parse(Buffer.concat(pieces).toString('utf8'))
    },
  }
}

type Piece = Awaited<ReturnType<ByteReader['read']>>
const END: Piece = { done: true }

function createByteReader(incoming: IncomingMessage): ByteReader {
  let queue: Uint8Array[] = []
  let queued = 0
  let outcome: Piece | Error | undefined
  let waiting: { resolve: (piece: Piece) => void; reject: (error: Error) => void } | undefined
  const settle = (with_: Piece | Error) => {
    outcome ??= with_
    if (outcome instanceof Error) waiting?.reject(outcome)
    else waiting?.resolve(outcome)
    waiting = undefined
  }
  incoming.on('data', (data: Buffer) => {
    if (waiting) {
      waiting.resolve({ done: false, value: data })
      waiting = undefined
      return
    }
    queue.push(data)
    queued += data.byteLength
    if (queued > HIGH_WATER) incoming.pause()
  })
  incoming.on('end', () => settle(END))
  incoming.on('error', (cause) => settle(new TypeError('The connection broke.', { cause })))
  incoming.on('close', () => settle(new TypeError('The connection was closed.')))
  return {
    read() {
      if (queued > 0) {
        const value = queue.length === 1 && queue[0] ? queue[0] : Buffer.concat(queue)
        queue = []
        queued = 0
        if (incoming.isPaused()) incoming.resume()
        return Promise.resolve({ done: false, value })
      }
      if (outcome instanceof Error) return Promise.reject(outcome)
      if (outcome) return Promise.resolve(outcome)
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
      })
    },
    async cancel() {
      incoming.destroy()
    },
  }
}
