import type { SignInConfig } from '../../config-schema.ts'
import type { Person } from '../../safety/sign-in.ts'
import { HOUSE } from '../../usage/asker.ts'

export type FindPerson = (name: string) => Person | undefined

/** Who may come in, and as what. A name that a token bears, or the house, is nobody's else: its threads are theirs. */
export function createPeople({ admins, users = [ANYBODY] }: SignInConfig, taken: readonly string[]): FindPerson {
  const reserved = new Set([HOUSE, ...taken].map((name) => name.toLowerCase()))
  return (given) => {
    const name = given.trim().toLowerCase()
    if (!/^[^\s\p{Cc}]{1,200}$/u.test(name) || reserved.has(name)) return undefined
    const isAdmin = admins.some((pattern) => fits(name, pattern))
    return isAdmin || users.some((pattern) => fits(name, pattern)) ? { name, isAdmin } : undefined
  }
}

const ANYBODY = '*'

/** `anna@example.com`, or `*@example.com` for all of them. */
function fits(name: string, pattern: string): boolean {
  const wanted = pattern.toLowerCase()
  return wanted.startsWith('*') ? name.endsWith(wanted.slice(1)) : name === wanted
}
