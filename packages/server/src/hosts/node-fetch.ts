import { Agent, request as ask } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { Fetch } from '../providers/provider.ts'
import { createByteReader } from './byte-reader.ts'
import { ABORTED, headersOf, remember } from './fetch-request.ts'
import { createPlainFetch } from './plain-fetch.ts'
import { toUpstreamAnswer } from './upstream-answer.ts'

/**
 * `fetch` for model servers on Node's own sockets. The platform's brings a web stream with it, which costs more per token
 * than reading, parsing and writing it (docs/decisions/0010). Same failures: a TypeError with the system's error as cause. Redirects
 * are never followed.
 */
export function createNodeFetch(): Fetch {
  const [plain, secure] = [createPlainFetch(), createSecureFetch()]
  return (address, init) => (address.startsWith('https:') ? secure : plain)(address, init)
}

function createSecureFetch(): Fetch {
  const agent = new Agent({ keepAlive: true })
  const targetOf = remember((address) => urlToHttpOptions(new URL(address)))
  return (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = ask({ ...targetOf(address), method, headers: headersOf(headers), agent }, (incoming) => {
        incoming.once('end', stay)
        resolve(toUpstreamAnswer(incoming.statusCode ?? 0, (name) => joined(incoming.headers[name]), createByteReader(incoming)))
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

function joined(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value
}
