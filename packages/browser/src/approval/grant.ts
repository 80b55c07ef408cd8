import type { Effect } from '../tools/tool.ts'

/** What a grant covers. */
export type GrantScope =
  /** Exactly this call, byte for byte. */
  | { readonly kind: 'call'; readonly hash: string }
  /**
   * Calls that do no more than was shown when it was given: no other kind of effect, no other host, and no path outside
   * the patterns (`/notes/**`, `/src/*.ts`), which stand where an effect has its path.
   */
  | { readonly kind: 'effects'; readonly effects: readonly Effect[] }

/** A permission the user gave. Small, listed, revocable, and dead once the tool's definition changes. */
export interface Grant {
  readonly id: string
  readonly tool: string
  /** SHA-256 of the tool's definition when the grant was given. */
  readonly fingerprint: string
  readonly scope: GrantScope
  /** Absent: holds in every thread. */
  readonly threadId?: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly lastUsedAt?: number
  readonly uses: number
  /** Absent: until revoked, or until its thread is deleted. */
  readonly expiresAt?: number
  /** Absent: any number of times. */
  readonly maxUses?: number
}

/** A grant a card can offer, before it is given. */
export interface GrantOffer {
  readonly tool: string
  readonly scope: GrantScope
  readonly lifetime: 'thread' | 'always'
}
