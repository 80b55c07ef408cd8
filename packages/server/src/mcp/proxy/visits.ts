import { isJsonObject, type JsonValue } from '@parley/dialects'
import type { GuestTools } from './guest-tools.ts'

/** Who comes in with one request. */
export interface Visit {
  readonly owner: string
  readonly client: string
  readonly tools: GuestTools
  /** Aborted when they have gone, or say that they no longer want an answer. */
  readonly signal: AbortSignal
}

const SESSION = 'mcp-session-id'

/**
 * Requests under way. Before 2026-07-28 a client says with another request that it no longer wants an answer: it is known by the session
 * that it was given, in which nothing is kept but its name.
 */
export class Visits {
  readonly #open = new Map<string, AbortController>()

  /** Undefined: the request only took another one back. */
  enter(
    request: Request,
    owner: string,
    body: unknown,
  ): (Omit<Visit, 'signal' | 'tools'> & { readonly taken: AbortController; leave(): void }) | undefined {
    const { id, method, params } = isJsonObject(body) ? body : {}
    const key = (asked: JsonValue | undefined) => JSON.stringify([owner, request.headers.get(SESSION), asked])
    if (method === 'notifications/cancelled') {
      if (isJsonObject(params)) this.#open.get(key(params['requestId']))?.abort()
      return undefined
    }
    const taken = new AbortController()
    if (id !== undefined) this.#open.set(key(id), taken)
    const leave = () => {
      if (this.#open.get(key(id)) === taken) this.#open.delete(key(id))
    }
    return { owner, client: clientOf(request), taken, leave }
  }
}

/** The session of a client that has just greeted us. */
export function greeted(body: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(body) || body['method'] !== 'initialize') return {}
  const info = isJsonObject(body['params']) ? body['params']['clientInfo'] : undefined
  const name = isJsonObject(info) && typeof info['name'] === 'string' ? info['name'] : ''
  return { [SESSION]: `${plain(name)}~${crypto.randomUUID()}` }
}

/** As it calls itself, or as its library does: `claude-code/2.1.197 (external)`. */
function clientOf({ headers }: Request): string {
  const session = headers.get(SESSION)?.split('~')[0] ?? ''
  const said = headers.get('x-parley-client') ?? (session === '' ? undefined : session) ?? headers.get('user-agent') ?? ''
  const name = plain(said.split(/[/ ]/)[0] ?? '')
  return name === '' || name === 'node' ? 'mcp-client' : name
}

const plain = (name: string): string => name.replaceAll(/[^\w.@+-]+/g, '-').slice(0, 60)
