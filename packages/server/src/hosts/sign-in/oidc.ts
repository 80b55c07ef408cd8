import { faultOf } from '@parley/dialects'
import type { Context, Hono } from 'hono'
import * as oidc from 'openid-client'
import type { OidcConfig } from '../../config-schema.ts'
import { refusal } from '../../http-fault.ts'
import { causeOf } from '../../logging/cause.ts'
import type { Log } from '../../logging/log.ts'
import type { SignIn } from '../../safety/sign-in.ts'
import { say } from '../../words.ts'
import type { FindPerson } from './people.ts'
import { createSealedCookie } from './sealed-cookie.ts'

export interface OidcParts {
  readonly secret: string | undefined
  readonly find: FindPerson
  readonly log: Log
}

const DOORS = { in: '/auth/sign-in', back: '/auth/callback', out: '/auth/sign-out' } as const
/** How long somebody may take to sign in. */
const FLOW_MS = 600_000

/** OpenID Connect: code and PKCE, and then a session in a sealed cookie. The issuer is asked when the first person comes. */
export function openOidc(config: OidcConfig, { secret, find, log }: OidcParts): SignIn {
  const isSecure = config.origin.startsWith('https:')
  const cookie = { secret, isSecure, now: Date.now }
  const session = createSealedCookie({ ...cookie, name: 'parley_session', path: '/' })
  const flow = createSealedCookie({ ...cookie, name: 'parley_flow', path: '/auth' })
  const issuer = createIssuer(config)
  const callback = `${config.origin}${DOORS.back}`

  const begin = async (context: Context): Promise<Response> => {
    const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
    const url = oidc.buildAuthorizationUrl(await issuer(), {
      redirect_uri: callback,
      scope: config.scope,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    const to = pathOf(context.req.query('to'))
    return sent(url.href, flow.write({ verifier, state, nonce, to }, FLOW_MS))
  }
  const finish = async (context: Context): Promise<Response> => {
    const begun = flow.read(context.req.raw)
    if (!begun) throw refusal('request/forbidden', say('sign-in.late', { door: DOORS.in }))
    const { verifier, state, nonce, to } = begun
    const tokens = await oidc.authorizationCodeGrant(await issuer(), new URL(new URL(context.req.url).search, callback), {
      pkceCodeVerifier: String(verifier),
      expectedState: String(state),
      expectedNonce: String(nonce),
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    const name = claims?.[config.claim]
    const isChecked = config.claim !== 'email' || claims?.['email_verified'] !== false
    const person = typeof name === 'string' && isChecked ? find(name) : undefined
    if (!person) throw refusal('request/forbidden', say('sign-in.not-you', { claim: config.claim }))
    log.info('signed-in', { owner: person.name })
    return sent(pathOf(String(to)), session.write({ name: person.name }, config.hours * 3_600_000), flow.none)
  }
  const leave = async (): Promise<Response> => {
    const { end_session_endpoint: door } = (await issuer()).serverMetadata()
    const url = door === undefined ? undefined : new URL(door)
    url?.searchParams.set('client_id', config.clientId)
    return sent(url?.href ?? '/', session.none)
  }
  return {
    personOf(request) {
      const name = session.read(request)?.['name']
      return typeof name === 'string' ? find(name) : undefined
    },
    out: DOORS.out,
    door: (request) => `${DOORS.in}?to=${encodeURIComponent(pathOf(new URL(request.url).pathname))}`,
    open(app: Hono) {
      const told = tellingOf(log)
      app.get(DOORS.in, told(begin))
      app.get(DOORS.back, told(finish))
      app.get(DOORS.out, told(leave))
    },
  }
}

type Work = (context: Context) => Promise<Response>

/** What a library says of a sign-in that failed may hold what was sent: the person is told that it did, the log which kind it was. */
const tellingOf =
  (log: Log) =>
  (work: Work): Work =>
  async (context) =>
    await work(context).catch((error: unknown) => {
      if (faultOf(error)) throw error
      log.warn('sign-in', { ...causeOf(error) })
      throw refusal('request/forbidden', say('sign-in.failed', { door: DOORS.in }))
    })

/** What the issuer says of itself. One that cannot be asked is asked again by the next person. */
function createIssuer({ issuer, clientId, clientSecret }: OidcConfig): () => Promise<oidc.Configuration> {
  let known: Promise<oidc.Configuration> | undefined
  const url = new URL(issuer)
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  return () => {
    known ??= oidc.discovery(url, clientId, clientSecret, undefined, isHere ? { execute: [oidc.allowInsecureRequests] } : {})
    known.catch(() => {
      known = undefined
    })
    return known
  }
}

/** A place of ours: two slashes, or one that leans the other way, would name another host. */
function pathOf(text: string | undefined): string {
  return text !== undefined && /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : '/'
}

function sent(location: string, ...cookies: readonly string[]): Response {
  const response = new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
