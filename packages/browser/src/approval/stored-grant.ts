import type { Grant, GrantScope } from './grant.ts'

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
