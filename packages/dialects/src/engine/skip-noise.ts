import type { MarkSet } from './marks.ts'
import type { Source } from './source.ts'
import { peekSolid, type Step, take } from './steps.ts'

/** Reads white space and words that say nothing; returns the next character, unread. */
export function* skipNoise(source: Source, noise: MarkSet): Step<string> {
  for (;;) {
    const next = yield* peekSolid(source)
    if ((yield* take(source, noise)) === undefined) return next
  }
}
