import type { Effect } from '../tools/tool.ts'
import type { GrantOffer } from './grant.ts'
import { folderPattern } from './path-pattern.ts'
import type { CallQuestion } from './verdict.ts'

/** From narrow to wide: this very call, its folder, the tool in this thread, the tool always. */
export function offersFor({ call, hash, effects, fingerprint }: CallQuestion): readonly GrantOffer[] {
  if (fingerprint === undefined) return []
  const tool = call.name
  return [
    { tool, scope: { kind: 'call', hash }, lifetime: 'thread' },
    ...folderOffers(tool, effects),
    { tool, scope: { kind: 'tool' }, lifetime: 'thread' },
    { tool, scope: { kind: 'tool' }, lifetime: 'always' },
  ]
}

function folderOffers(tool: string, effects: readonly Effect[]): readonly GrantOffer[] {
  const patterns = new Set(effects.map((effect) => ('path' in effect ? folderPattern(effect.path) : undefined)))
  const [pattern] = patterns
  // One folder can be named on a button; several, or another kind of effect beside the files, cannot.
  if (patterns.size !== 1 || pattern === undefined) return []
  return [{ tool, scope: { kind: 'path', pattern }, lifetime: 'thread' }]
}
