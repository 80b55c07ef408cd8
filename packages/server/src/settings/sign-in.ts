import { z } from 'zod'
import { address, origin } from './addresses.ts'

const people = {
  /** Names, or `*@example.com`. They see and change what is everybody's. */
  admins: z.array(z.string().min(1)).default([]),
  /** Who else may come in. Absent: whoever has signed in. */
  users: z.array(z.string().min(1)).exactOptional(),
}

const oidc = z.strictObject({
  issuer: address,
  clientId: z.string().min(1),
  /** Itself, or `$NAME` for the environment variable that holds it. Absent: a public client. */
  clientSecret: z.string().min(1).exactOptional(),
  /** Where browsers reach this server. */
  origin,
  /** What names a person. */
  claim: z.enum(['email', 'sub', 'preferred_username']).default('email'),
  scope: z.string().default('openid email profile'),
  /** How long somebody stays signed in. */
  hours: z.number().positive().max(720).default(12),
  ...people,
})

const byHeader = z.strictObject({
  /** In which a proxy of one's own says who it is. */
  header: z.string().regex(/^[a-z0-9-]+$/i, 'must be the name of a header'),
  /** What the proxy sends in `x-parley-proxy` to show that it is the proxy. */
  proxySecret: z.string().min(16, 'must have at least 16 characters').exactOptional(),
  /** Where the proxy lets people out. */
  signOut: z
    .string()
    .regex(/^(\/(?![/\\])|https:\/\/)/, 'must be a path of the proxy, such as "/oauth2/sign_out", or an https address')
    .exactOptional(),
  ...people,
})

/** How people come in without a token. */
export const signInSetting = z.union(
  [oidc, byHeader],
  'must be {"issuer", "clientId", "origin"}, or {"header"} behind a proxy that knows people; deploy/README.md shows both',
)
