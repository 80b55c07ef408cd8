import { auth } from '@modelcontextprotocol/client'
import { faultOf } from '@parley/dialects'
import type { Context } from 'hono'
import { refusal } from '../../http-fault.ts'
import type { Connection } from '../connection/connection.ts'
import type { Mcp } from '../mcp.ts'
import { say } from '../words.ts'
import { createSafeFetch, isSafe, NewLogin } from './login.ts'

export const CALLBACK = '/api/mcp/oauth/callback'

interface OpenLogin {
  readonly connection: Connection
  readonly login: NewLogin
  readonly serverUrl: string
  readonly until: number
}

/** How long somebody may take to log in. */
const LOGIN_MS = 10 * 60_000
const MOST_OPEN = 1000

/** Logins that were begun, by the `state` that only who began one knows. */
export class LoginDesk {
  readonly #mcp: Mcp
  readonly #open = new Map<string, OpenLogin>()

  readonly #fetch: ReturnType<typeof createSafeFetch>

  constructor(mcp: Mcp) {
    this.#mcp = mcp
    this.#fetch = createSafeFetch(mcp.config.messageBytes)
  }

  /** `POST /api/mcp/servers/:id/login`: where the person must go. */
  async begin(mcp: Mcp, context: Context, id: string): Promise<Response> {
    const { server } = mcp
    const connection = mcp.connection(id)
    const parts = await connection.loginParts()
    if (!parts) throw refusal('request/conflict', say('mcp.no-login', { server: connection.entry.label }))
    const { serverUrl } = parts
    const login = new NewLogin(parts, redirectOf(context))
    await auth(login, { serverUrl, fetchFn: this.#fetch }).catch((error: unknown) => {
      throw faultOf(error) ? error : refusal('request/conflict', say('mcp.login-failed', { server: connection.entry.label }))
    })
    if (!login.address) throw refusal('request/conflict', say('mcp.no-login', { server: connection.entry.label }))
    this.#clear()
    this.#open.set(login.state(), { connection, login, serverUrl, until: server.now() + LOGIN_MS })
    return Response.json({ url: login.address.href })
  }

  /** `POST /api/mcp/servers/:id/logout`. */
  async end(mcp: Mcp, id: string): Promise<Response> {
    const connection = mcp.connection(id)
    await connection.logOut()
    return Response.json(connection.view())
  }

  /** `GET /api/mcp/oauth/callback`: the person comes back. What is in the address is a stranger's, and none of it is shown. */
  async back(context: Context): Promise<Response> {
    const params = new URL(context.req.url).searchParams
    const found = this.#take(params.get('state') ?? '')
    if (!found) return page('unknown')
    const { connection, login, serverUrl } = found
    const [code, iss] = [params.get('code'), params.get('iss')]
    if (code === null || params.has('error')) return page('refused')
    try {
      await auth(login, { serverUrl, authorizationCode: code, fetchFn: this.#fetch, ...(iss !== null && { iss }) })
    } catch {
      return page('refused')
    }
    await connection.renew()
    return page('done')
  }

  #take(state: string): OpenLogin | undefined {
    const found = this.#open.get(state)
    this.#open.delete(state)
    return found && found.until > this.#mcp.server.now() ? found : undefined
  }

  #clear(): void {
    const now = this.#mcp.server.now()
    for (const [state, { until }] of this.#open) if (until <= now || this.#open.size > MOST_OPEN) this.#open.delete(state)
  }
}

/** The page that asks is where the person comes back to. */
function redirectOf({ req }: Context): string {
  const origin = URL.parse(req.header('origin') ?? new URL(req.url).origin)
  if (!origin || !isSafe(origin)) throw refusal('request/conflict', say('mcp.login-here'))
  return `${origin.origin}${CALLBACK}`
}

const WORDS = {
  done: 'You are signed in. Close this tab and go back to Parley.',
  refused: 'You were not signed in. Go back to Parley and try again.',
  unknown: 'This sign-in is not known here any more. Go back to Parley and begin again.',
}

function page(kind: keyof typeof WORDS): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new Response(`${WORDS[kind]}\n`, { status: kind === 'done' ? 200 : 400, headers })
}
