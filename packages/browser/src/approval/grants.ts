import { matchesPath } from '../files/path-pattern.ts'
import { isKnown } from '../tools/effects/known-effects.ts'
import type { Effect } from '../tools/tool.ts'
import type { CallQuestion } from './verdict.ts'

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
  /** The program whose calls it covers, by the key of its record; it ends with the program. Absent: whoever calls. */
  readonly parent?: string
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
  readonly lifetime: 'program' | 'thread' | 'always'
}

/** As earlier versions wrote them: a tool or a folder, and not a word about what was shown. */
type EarlierScope = { readonly kind: 'tool' } | { readonly kind: 'path'; readonly pattern: string }

export interface StoredGrant extends Omit<Grant, 'scope'> {
  readonly scope: GrantScope | EarlierScope
}

/** A grant that says nothing about effects covers what touches neither files nor network; everything else asks again. */
export function narrowedScope(scope: StoredGrant['scope']): GrantScope {
  if (scope.kind === 'call' || scope.kind === 'effects') return scope
  return { kind: 'effects', effects: scope.kind === 'tool' ? [{ kind: 'run-code' }] : [] }
}

export const narrowed = (grant: StoredGrant): Grant => ({ ...grant, scope: narrowedScope(grant.scope) })

/** Whether a grant speaks about this call. A tool whose definition changed since is another tool. */
export function coversCall(grant: Grant, question: CallQuestion): boolean {
  if (grant.tool !== question.call.name || grant.fingerprint !== question.fingerprint) return false
  if (grant.threadId !== undefined && grant.threadId !== question.threadId) return false
  if (grant.parent !== undefined && grant.parent !== question.parent) return false
  const { scope } = grant
  if (scope.kind === 'call') return scope.hash === question.hash
  return question.effects.every((effect) => scope.effects.some((shown) => isWithin(effect, shown)))
}

/** Whether an effect is no more than one that was shown. */
function isWithin(effect: Effect, shown: Effect): boolean {
  // Who allowed anything allowed what its server calls less.
  if (effect.kind === 'remote' && shown.kind === 'unknown') return true
  if (effect.kind !== shown.kind) return false
  if (effect.kind === 'own')
    return shown.kind === 'own' && shown.name === effect.name && shown.does === effect.does && shown.target === effect.target
  if ('does' in effect) return 'server' in shown && shown.server === effect.server && shown.does === effect.does
  if ('path' in effect) return 'path' in shown && matchesPath(shown.path, effect.path)
  if ('host' in effect) return 'host' in shown && shown.host === effect.host
  return isKnown(effect)
}

/** Grants that have neither run out of time nor of uses. */
export function liveGrants(grants: readonly Grant[], now: number): readonly Grant[] {
  return grants.filter(
    (grant) => (grant.expiresAt ?? Number.POSITIVE_INFINITY) > now && (grant.maxUses ?? Number.POSITIVE_INFINITY) > grant.uses,
  )
}

export interface GrantContext {
  readonly id: string
  readonly threadId: string
  /** The program that made the call on whose card it was given. */
  readonly parent?: string | undefined
  readonly fingerprint: string
  readonly now: number
}

export function toGrant(offer: GrantOffer, { id, threadId, parent, fingerprint, now }: GrantContext): Grant {
  // What ends with a program, given where there is none, would never end.
  if (offer.lifetime === 'program' && parent === undefined) throw new Error('Only a call of a program can be allowed with it.')
  return {
    id,
    tool: offer.tool,
    fingerprint,
    scope: offer.scope,
    ...(offer.lifetime !== 'always' && { threadId }),
    ...(offer.lifetime === 'program' && parent !== undefined && { parent }),
    createdAt: now,
    uses: 0,
  }
}

/** Where grants are kept. */
export interface GrantBook {
  list(): Promise<readonly Grant[]>
  add(grant: Grant): Promise<void>
  revoke(id: string): Promise<void>
  /** Counts a use. A grant that is gone stays gone. */
  use(id: string, now: number): Promise<void>
  /** Called after any change, also one made in another tab. Returns the function that ends it. */
  watch(listener: () => void): () => void
}

/** A program has ended, and what was allowed to it with it. */
export async function endProgramGrants(book: GrantBook, parent: string): Promise<void> {
  const ended = (await book.list()).filter((grant) => grant.parent === parent)
  for (const { id } of ended) await book.revoke(id)
}

/** For Node, for tests, and for a page that forgets. */
export function memoryGrants(initial: readonly Grant[] = []): GrantBook {
  const grants = new Map(initial.map((grant) => [grant.id, grant]))
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    list: async () => [...grants.values()],
    async add(grant) {
      grants.set(grant.id, grant)
      changed()
    },
    async revoke(id) {
      if (grants.delete(id)) changed()
    },
    async use(id, now) {
      const grant = grants.get(id)
      if (!grant) return
      grants.set(id, { ...grant, uses: grant.uses + 1, lastUsedAt: now })
      changed()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
