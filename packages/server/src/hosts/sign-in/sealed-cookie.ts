import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isJsonObject } from '@parley/dialects'

type Sealed = Readonly<Record<string, unknown>>

export interface SealedCookieOptions {
  readonly name: string
  /** The same on all replicas. Absent: what was sealed ends with the process. */
  readonly secret: string | undefined
  /** Whether it travels over TLS only. */
  readonly isSecure: boolean
  readonly path: string
  readonly now: () => number
}

/** A cookie that only we can have written: the browser keeps it, and no replica has to. */
export interface SealedCookie {
  write(value: Sealed, forMs: number): string
  /** Undefined: there is none, it is too old, or somebody else wrote it. */
  read(request: Request): Sealed | undefined
  /** Takes it away again. */
  readonly none: string
}

export function createSealedCookie({ name: plain, secret, isSecure, path, now }: SealedCookieOptions): SealedCookie {
  // A browser takes this name only with `Secure`, for the whole host, from the host itself.
  const name = isSecure && path === '/' ? `__Host-${plain}` : plain
  const key = createHmac('sha256', secret ?? randomBytes(32))
    .update(`cookie ${plain}`)
    .digest()
  const sealOf = (text: string) => createHmac('sha256', key).update(text).digest()
  // Lax, because who comes back from the sign-in comes from another site; requests of other sites are refused by their origin.
  const attributes = `; HttpOnly; SameSite=Lax; Path=${path}${isSecure ? '; Secure' : ''}`
  return {
    none: `${name}=; Max-Age=0${attributes}`,
    write(value, forMs) {
      const text = Buffer.from(JSON.stringify({ ...value, until: now() + forMs })).toString('base64url')
      return `${name}=${text}.${sealOf(text).toString('base64url')}; Max-Age=${Math.floor(forMs / 1000)}${attributes}`
    },
    read(request) {
      const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/)
      const [text = '', seal = ''] =
        cookies
          .find((one) => one.startsWith(`${name}=`))
          ?.slice(name.length + 1)
          .split('.') ?? []
      const [given, own] = [Buffer.from(seal, 'base64url'), sealOf(text)]
      if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined
      const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
      if (!isJsonObject(value) || typeof value['until'] !== 'number' || value['until'] < now()) return undefined
      return value
    },
  }
}
