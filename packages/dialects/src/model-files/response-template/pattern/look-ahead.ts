import type { Source } from '../../../engine/source.ts'
import { MOST_MARK } from './pattern.ts'

/** How much may be looked at twice before marks have to be shorter: as much as this, and so often as much as was read. */
const FREE = 16_384
const TIMES = 4
const SHORT_MARK = 64
/** For who goes on all the same: then a text is looked at a few times and no more. */
const SHORTEST_MARK = 16

/**
 * A mark is settled when nothing better can come, and what was looked at for that is read again. Patterns that look far
 * ahead and find nothing, again and again, have to do with less; what counts is the text alone, not how it came.
 */
export class LookAhead {
  /** No mark is longer. */
  most = MOST_MARK
  #left = FREE

  /** So much was read, and so much more was looked at. */
  spend(read: number, ahead: number): void {
    this.#left += TIMES * read - ahead
    if (this.#left < 0) this.most = Math.min(this.most, this.#left < -FREE ? SHORTEST_MARK : SHORT_MARK)
  }
}

const ofAnswers = new WeakMap<Source, LookAhead>()

/** One for every answer. */
export function lookAheadIn(source: Source): LookAhead {
  const known = ofAnswers.get(source) ?? new LookAhead()
  ofAnswers.set(source, known)
  return known
}
