/** What a grant covers. */
export type GrantScope =
  /** Exactly this call, byte for byte. */
  | { readonly kind: 'call'; readonly hash: string }
  /** File effects whose path matches: `/notes/**`, `/src/*.ts`. Covers no other kind of effect. */
  | { readonly kind: 'path'; readonly pattern: string }
  /** Whatever the tool does. */
  | { readonly kind: 'tool' }

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
