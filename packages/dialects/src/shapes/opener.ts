import type { MarkLike } from '../engine/marks.ts'
import { followedBy, type MarkSequence, sequenceMark } from '../engine/sequence-mark.ts'

/** What opens calls: a literal, one that counts only before another, or one with room in it. */
export type Opener = string | { readonly mark: string; readonly before: string } | MarkSequence

export function openerMark(opener: Opener): MarkLike {
  if (typeof opener === 'string') return opener
  return 'mark' in opener ? followedBy(opener.mark, opener.before) : sequenceMark(opener[0], opener)
}

/** The literals among openers. */
export const literalOpeners = (openers: readonly Opener[]): readonly string[] =>
  openers.flatMap((opener) => (typeof opener === 'string' ? [opener] : 'mark' in opener ? [opener.mark + opener.before] : []))
