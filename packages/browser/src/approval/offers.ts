import { folderPattern } from '../files/path-pattern.ts'
import type { Effect } from '../tools/tool.ts'
import type { GrantOffer } from './grant.ts'
import type { CallQuestion } from './verdict.ts'

/** From narrow to wide: this very call, calls that do no more in its folders, the same in every thread. */
export function offersFor({ call, hash, effects, fingerprint }: CallQuestion): readonly GrantOffer[] {
  if (fingerprint === undefined) return []
  const tool = call.name
  const reach = { kind: 'effects', effects: distinct(effects.map(inItsFolder)) } as const
  return [
    { tool, scope: { kind: 'call', hash }, lifetime: 'thread' },
    { tool, scope: reach, lifetime: 'thread' },
    { tool, scope: reach, lifetime: 'always' },
  ]
}

const inItsFolder = (effect: Effect): Effect => ('path' in effect ? { ...effect, path: folderPattern(effect.path) } : effect)

function distinct(effects: readonly Effect[]): readonly Effect[] {
  return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()]
}
