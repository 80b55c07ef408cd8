import type { Hono } from 'hono'

/** Somebody who is known by name, and what they may do: an admin sees and changes what is everybody's. */
export interface Person {
  readonly name: string
  readonly isAdmin: boolean
}

/** How people are known who hold no token. */
export interface SignIn {
  /** Who sends this. Undefined: nobody that may come in. */
  personOf(request: Request): Person | undefined
  /** Where a browser goes to become known. Absent: a proxy in front sees to it. */
  readonly door?: (request: Request) => string
  /** Where a browser goes to be nobody again. Absent: nobody said. */
  readonly out?: string | undefined
  /** The doors of signing in and out, open before anybody is known. */
  open(app: Hono): void
}
