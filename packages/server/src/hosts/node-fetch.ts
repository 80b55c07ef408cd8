import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { Fetch, UpstreamAnswer } from '../providers/provider.ts'
import { createByteReader } from './byte-reader.ts'

/**
 * `fetch` for model servers on Node's own sockets. The platform's brings a web stream with it, which costs more per token
 * than reading, parsing and writing it (docs/decisions/0010). Same failures: a TypeError with the system's error as cause. Redirects
 * are never followed.
 */
export function createNodeFetch(): Fetch {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }
  const targetOf = rememberTargets()
  return (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const target = targetOf(address)
      const secure = target.protocol === 'https:'
      const options: RequestOptions = {
        ...target,
        method,
        headers: { 'accept-encoding': 'identity', ...plain(headers) },
        agent: secure ? agents.https : agents.http,
      }
      const request = (secure ? httpsRequest : httpRequest)(options, (incoming) => {
        incoming.once('end', stay)
        resolve(answer(incoming))
      })
      const leave = () => void request.destroy(ABORTED)
      const stay = () => signal?.removeEventListener('abort', leave)
      request.on('error', (cause) => reject(signal?.aborted ? ABORTED : new TypeError('The request failed.', { cause })))
      request.on('close', stay)
      if (signal?.aborted) leave()
      else signal?.addEventListener('abort', leave, { once: true })
      request.end(typeof body === 'string' ? body : undefined)
    })
}

const MAX_TARGETS = 100

/** The same few addresses come again and again. */
function rememberTargets(): (address: string) => RequestOptions {
  const known = new Map<string, RequestOptions>()
  return (address) => {
    const target = known.get(address) ?? urlToHttpOptions(new URL(address))
    if (known.size < MAX_TARGETS) known.set(address, target)
    return target
  }
}

function plain(headers: HeadersInit | undefined): Record<string, string> {
  if (headers === undefined) return {}
  if (headers instanceof Headers || Array.isArray(headers)) return Object.fromEntries(headers)
  return headers
}

/** Made once: an error remembers where it was made, which costs more than all else that an abort does. */
const ABORTED = new DOMException('The request was aborted.', 'AbortError')

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
