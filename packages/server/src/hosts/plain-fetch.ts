import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Fetch } from '../providers/provider.ts'
import { ABORTED, headersOf, remember } from './fetch-request.ts'
import { HttpConnection } from './http-connection.ts'
import { toUpstreamAnswer } from './upstream-answer.ts'

/** Idle connections to one server; more are closed. */
const MAX_IDLE = 256

/**
 * `fetch` for servers that speak plain HTTP, straight from the socket: Node's client hands over every chunk of a body as an event
 * of a stream, and that costs more than all that we do with it (docs/decisions/0146).
 */
export function createPlainFetch(): Fetch {
  const pool = createPool()
  const targetOf = remember(toTarget)
  return (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(ABORTED)
      const target = targetOf(address)
      const text = typeof body === 'string' ? body : ''
      const length = text === '' && method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(text)) }
      const head = writeHead(`${method} ${target.path} HTTP/1.1`, { ...target.headers, ...headersOf(headers), ...length })
      const connection = pool.take(target)
      const leave = () => connection.destroy()
      signal?.addEventListener('abort', leave, { once: true })
      connection.ask(head, text, {
        begin: (told, queue) => resolve(toUpstreamAnswer(told.status, (name) => told.headers.get(name), queue)),
        fail: (cause) => reject(signal?.aborted ? ABORTED : new TypeError('The request failed.', { cause })),
        end() {
          signal?.removeEventListener('abort', leave)
          pool.giveBack(target, connection)
        },
      })
    })
}

interface Target {
  readonly key: string
  readonly host: string
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

function toTarget(address: string): Target {
  const { host, hostname, port, pathname, search, username, password } = new URL(address)
  const secret = username === '' ? undefined : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    key: host,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 80),
    path: pathname + search,
    headers: { host, ...(secret && { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }) },
  }
}

/** Throws for a header that would break out of its line. */
function writeHead(first: string, headers: Readonly<Record<string, string>>): string {
  let head = `${first}\r\n`
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    head += `${name}: ${value}\r\n`
  }
  return `${head}\r\n`
}

interface Pool {
  take(target: Target): HttpConnection
  giveBack(target: Target, connection: HttpConnection): void
}

function createPool(): Pool {
  const idle = new Map<string, HttpConnection[]>()
  const forget = (key: string, closed: HttpConnection) => {
    const left = (idle.get(key) ?? []).filter((other) => other !== closed)
    if (left.length > 0) idle.set(key, left)
    else idle.delete(key)
  }
  return {
    take: (target) => idle.get(target.key)?.pop() ?? new HttpConnection(target, (closed) => forget(target.key, closed)),
    giveBack({ key }, connection) {
      const list = idle.get(key) ?? []
      if (!connection.free || list.length >= MAX_IDLE) return connection.destroy()
      connection.rest()
      list.push(connection)
      idle.set(key, list)
    },
  }
}
