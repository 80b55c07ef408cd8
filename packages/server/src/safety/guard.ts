import { refusal } from '../http-fault.ts'
import { type LiveConfig, madeOf } from '../live-config.ts'
import { HOUSE } from '../usage/asker.ts'
import { say } from '../words.ts'
import type { SignIn } from './sign-in.ts'

interface GuardOptions {
  readonly token?: string
  /** Further tokens by the name of who holds them. */
  readonly tokens?: Readonly<Record<string, string>>
  /** Further names the server may be addressed by. */
  readonly hosts: readonly string[]
  /** Further origins whose pages may use it. */
  readonly origins: readonly string[]
  /** How people are known who hold no token. Absent: they are not. */
  readonly people?: SignIn | undefined
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

export interface Guard {
  /** Throws a fault for who may not come in; a response when the door itself answers: a preflight, or a token to be remembered. */
  admit(request: Request): Response | undefined
  /** Lets a page of an allowed origin read the answer. */
  markResponse(request: Request, response: Response): void
  /** Whether an admitted request holds a token, or comes from a page that we served or named. */
  isOurs(request: Request): boolean
  /** Whose threads an admitted request may touch. */
  ownerOf(request: Request): string
  /** Whether an admitted request may see and change what is everybody's: the house, or a person who is named for it. */
  isAdmin(request: Request): boolean
}

/**
 * Who may come in. Without a token anything on this computer can reach the server, so it must be certain that a request is
 * not a foreign web page's doing: a rebound name shows in `Host`, another site in `Origin` or `Sec-Fetch-Site`.
 */
function createGuard(options: GuardOptions): Guard {
  const { origins, people } = options
  const holders = [
    ...(options.token === undefined ? [] : [[HOUSE, options.token] as const]),
    ...Object.entries(options.tokens ?? {}),
  ]
  const holderOf = (offered: readonly string[]) => holders.find(([, token]) => offered.some((text) => sameText(text, token)))
  const isOpen = holders.length === 0 && !people
  // A token says more than a cookie: who sends one wants to be who it names.
  const ownerOf = (request: Request) => holderOf(offeredTokens(request))?.[0] ?? people?.personOf(request)?.name
  const names = new Set([...LOOPBACK, ...options.hosts.map((host) => host.toLowerCase())])
  return {
    admit(request) {
      const host = (request.headers.get('host') ?? new URL(request.url).host).toLowerCase()
      if (isOpen && !names.has(withoutPort(host))) throw foreignHost(host)
      checkOrigin(request, host, origins)
      if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method'))
        return new Response(null, { status: 204, headers: PREFLIGHT })
      if (isOpen || ownerOf(request) !== undefined) return undefined
      if (people && !new URL(request.url).searchParams.has('token')) return toSignIn(request, people)
      return rememberToken(request, (offered) => holderOf([offered]) !== undefined)
    },
    isOurs: (request) => !isOpen || request.headers.get('sec-fetch-site') === 'same-origin' || request.headers.has('origin'),
    ownerOf: (request) => ownerOf(request) ?? HOUSE,
    isAdmin(request) {
      const holder = holderOf(offeredTokens(request))?.[0]
      return holder === undefined ? isOpen || people?.personOf(request)?.isAdmin === true : holder === HOUSE
    },
    markResponse(request, response) {
      const origin = request.headers.get('origin')
      if (origin === null || !origins.includes(origin)) return
      response.headers.set('access-control-allow-origin', origin)
      response.headers.append('vary', 'origin')
      response.headers.set('access-control-expose-headers', 'x-request-id, x-parley-model, x-parley-ignored, x-parley-thread')
    },
  }
}

/** The guard that the configuration describes now: a token that was taken out of it opens nothing any more. */
export function createLiveGuard(live: LiveConfig, people?: SignIn): Guard {
  const guard = madeOf(
    live,
    ({ token, tokens, hosts, origins }) => [token, tokens, hosts, origins],
    (config) => createGuard({ ...config, people }),
  )
  return {
    admit: (request) => guard().admit(request),
    isOurs: (request) => guard().isOurs(request),
    ownerOf: (request) => guard().ownerOf(request),
    isAdmin: (request) => guard().isAdmin(request),
    markResponse: (request, response) => guard().markResponse(request, response),
  }
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': '*, authorization',
  'access-control-max-age': '600',
}

/** A person is sent to where they sign in; a program is told. */
function toSignIn(request: Request, { door }: SignIn): Response {
  const { headers } = request
  // Browsers say so only where they trust the address: over TLS, and on this computer.
  const navigates = headers.get('sec-fetch-mode') ?? (headers.get('accept')?.includes('text/html') ? 'navigate' : '')
  const isVisit = request.method === 'GET' && navigates === 'navigate'
  if (!isVisit || !door) throw refusal('request/unauthorized', say('server.sign-in'))
  return new Response(null, { status: 303, headers: { location: door(request), 'cache-control': 'no-store' } })
}

/** The printed address carries the token once; from then on a cookie does, which no other site can send. */
function rememberToken(request: Request, isGood: (token: string) => boolean): Response {
  const url = new URL(request.url)
  const offered = url.searchParams.get('token')
  if (request.method !== 'GET' || offered === null || !isGood(offered)) throw wantsToken()
  url.searchParams.delete('token')
  // Two slashes would name another host.
  const path = url.pathname.replace(/^\/+/, '/')
  const cookie = `parley_token=${encodeURIComponent(offered)}; HttpOnly; SameSite=Strict; Path=/`
  return new Response(null, { status: 303, headers: { location: `${path}${url.search}`, 'set-cookie': cookie } })
}

function wantsToken() {
  return refusal('request/unauthorized', say('server.token'))
}

function foreignHost(host: string) {
  return refusal('request/forbidden', say('server.name', { host }))
}

function checkOrigin(request: Request, host: string, allowed: readonly string[]): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const navigates = request.headers.get('sec-fetch-mode') === 'navigate' && request.method === 'GET'
  // Another port of this computer is the same site, and still somebody else's page.
  const elsewhere = site === 'cross-site' || site === 'same-site'
  const foreign = origin === null ? elsewhere && !navigates : !sameHost(origin, host) && !allowed.includes(origin)
  if (!foreign) return
  // Every sandboxed frame and every file is `null`: allowing that name would let all of them in.
  if (origin === 'null') throw refusal('request/forbidden', say('server.no-origin'))
  throw refusal('request/forbidden', origin ? say('server.origin', { origin }) : say('server.other-site'))
}

function sameHost(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '')
}

/** OpenAI clients send a bearer token, Anthropic clients `x-api-key`, Gemini clients `x-goog-api-key`, pages a cookie. */
function offeredTokens(request: Request): readonly string[] {
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const cookie = /(?:^|;\s*)parley_token=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
  const keys = [bearer, request.headers.get('x-api-key'), request.headers.get('x-goog-api-key'), cookie && safeDecode(cookie)]
  return keys.filter((key) => typeof key === 'string')
}

function safeDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Takes as long for a wrong token as for a right one of the same length. */
export function sameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index % right.length)
  return difference === 0
}
