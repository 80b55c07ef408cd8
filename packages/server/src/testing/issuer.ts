import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const CLIENT = { id: 'parley', secret: 'planted-client-secret' } as const

export interface Issuer {
  readonly url: string
  close(): void
}

/** A real issuer, where anybody signs in by any name; `eve` has an address that nobody checked. */
export async function startIssuer(callback: string): Promise<Issuer> {
  const speak = silence()
  let answer: ReturnType<Provider['callback']> | undefined
  const server = createServer((incoming, outgoing) => void answer?.(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  answer = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['a key of the issuer'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: id !== 'eve' }),
    }),
  }).callback()
  return {
    url,
    close() {
      server.close()
      server.closeAllConnections()
      speak()
    },
  }
}

/** It says of each of its defaults that nobody should use them for people. */
function silence(): () => void {
  const { info, warn } = console
  const quiet =
    (say: typeof info): typeof info =>
    (...given) => {
      if (!String(given[0]).startsWith('oidc-provider ')) say(...given)
    }
  Object.assign(console, { info: quiet(info), warn: quiet(warn) })
  return () => {
    Object.assign(console, { info, warn })
  }
}
