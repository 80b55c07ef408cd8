import { request as askPlain, type IncomingMessage, Agent as PlainAgent } from 'node:http'
import { request as askSecure, Agent as SecureAgent } from 'node:https'
import type { Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import type { ByteReader, Fetch, UpstreamAnswer } from '../providers/provider.ts'

/**
 * `fetch` for model servers, on Node's own client. The platform's puts a web stream under every token and gives a model up that
 * thinks for five minutes (docs/decisions/0209). Same failures: a TypeError with the system's error as cause. Redirects are never followed.
 */
export function createNodeFetch(): Fetch {
  const plain = new PlainAgent({ keepAlive: true })
  const secure = new SecureAgent({ keepAlive: true })
  for (const agent of [plain, secure]) agent.on('free', rest)
  return (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const sent = { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(headers)) }
      const options = { method, headers: sent, ...(signal && { signal }) }
      const request = address.startsWith('https:')
        ? askSecure(address, { ...options, agent: secure })
        : askPlain(address, { ...options, agent: plain })
      request.on('socket', outlive)
      request.on('response', (incoming) => resolve(toUpstreamAnswer(incoming)))
      request.on('error', (cause) => reject(signal?.aborted ? cause : failure(cause, request.reusedSocket)))
      request.end(typeof body === 'string' || body instanceof Uint8Array ? body : undefined)
    })
}

function failure(cause: Error, reused: boolean): TypeError {
  const error = new TypeError('The request failed.', { cause })
  return reused ? error : Object.assign(error, { isFresh: true })
}

const known = new WeakSet<Socket>()

/** When an answer has come and its reader leaves, Node gives the connection back before it tells it of the error: nobody listens, and the process would end. */
function outlive(socket: Socket): void {
  socket.off('data', endItself)
  if (known.has(socket)) return
  known.add(socket)
  socket.on('error', () => undefined)
}

/** The part of a `Response` that providers read. */
function toUpstreamAnswer(incoming: IncomingMessage): UpstreamAnswer {
  const { statusCode: status = 0, headers } = incoming
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    body: { getReader: () => readerOf(incoming) },
    json: () => json(incoming),
  }
}

/** One read takes all chunks that have come; while nobody reads, the socket is paused. */
function readerOf(incoming: IncomingMessage): ByteReader {
  const pieces: AsyncIterator<Buffer, undefined> = incoming[Symbol.asyncIterator]()
  return {
    async read() {
      const { done = false, value } = await pieces.next()
      return { done, value }
    },
    async cancel() {
      incoming.destroy()
    },
  }
}

/** Node 22 keeps a resting connection on which something comes, and hands the next request an answer that is not its own. */
function rest(socket: Socket): void {
  socket.on('data', endItself)
}

function endItself(this: Socket): void {
  this.destroy()
}
