import type { Config, SignInConfig } from '../../config-schema.ts'
import type { Log } from '../../logging/log.ts'
import { sameText } from '../../safety/guard.ts'
import type { SignIn } from '../../safety/sign-in.ts'
import { createPeople, type FindPerson } from './people.ts'

/** The sign-in that the configuration describes. Nothing of it is loaded where there is none. */
export async function openSignIn({ signIn, secret, tokens }: Config, log: Log): Promise<SignIn | undefined> {
  if (!signIn) return undefined
  const find = createPeople(signIn, Object.keys(tokens))
  if ('header' in signIn) return byHeader(signIn, find)
  const { openOidc } = await import('./oidc.ts').catch(ifMissing)
  return openOidc(signIn, { secret, find, log })
}

type ByHeader = Extract<SignInConfig, { header: string }>

const PROXY_HEADER = 'x-parley-proxy'

/** A proxy of one's own knows the person, and says so. It shows that it is the proxy by a secret; on this computer nobody else gets through. */
function byHeader({ header, proxySecret, signOut }: ByHeader, find: FindPerson): SignIn {
  return {
    out: signOut,
    personOf({ headers }) {
      if (proxySecret !== undefined && !sameText(headers.get(PROXY_HEADER) ?? '', proxySecret)) return undefined
      return find(headers.get(header) ?? '')
    },
    open: () => undefined,
  }
}

function ifMissing(error: unknown): never {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  if (!isMissing || !error.message.includes('openid-client')) throw error
  throw new Error('`signIn` needs a package that is not installed. npm install openid-client')
}
