import { MarkSet, MORE, NO } from './marks.ts'
import type { Reader } from './source.ts'

/** White space that may stand between a closing tag and what proves that it is one. */
const MOST_SPACE = 64

interface ValueMarks<Marks> {
  /** What closes the value, if something that may follow does follow. */
  readonly closers: Marks
  /** What may follow a closer: the next parameter, the end of the call. */
  readonly followers: Marks
  /** What ends the value without belonging to it: the next parameter after a closer that was forgotten. */
  readonly cuts: Marks
}

/** Where a value may end, ready to be looked for. */
export interface ValueEnds extends ValueMarks<MarkSet> {
  /** Closers and cuts, which are looked for in one pass. */
  readonly ends: MarkSet
}

export function valueEnds({ closers, followers, cuts }: ValueMarks<readonly string[]>): ValueEnds {
  return {
    closers: new MarkSet(closers),
    followers: new MarkSet(followers),
    cuts: new MarkSet(cuts),
    ends: new MarkSet([...closers, ...cuts]),
  }
}

/**
 * Reads a raw value. Such values have no escapes, so a closing tag may be part of one; it counts only when the
 * structure goes on behind it:
 *
 *     <parameter=code>print("</parameter>")</parameter>
 *                            ^^^^^^^^^^^^                 a value
 *                                          ^^^^^^^^^^^^   its end, for </function> follows
 */
export class TaggedValue implements Reader {
  done = false
  /** How the value ended; `torn` when the text ended first. */
  end: 'closed' | 'cut' | 'torn' = 'torn'
  readonly #ends: ValueEnds
  readonly #sink: (text: string) => void

  constructor(ends: ValueEnds, sink: (text: string) => void) {
    this.#ends = ends
    this.#sink = sink
  }

  read(text: string, at: number, ended: boolean): number {
    const { ends } = this.#ends
    let place = ends.nextHead(text, at)
    while (place < text.length) {
      const stop = this.#endAt(text, place, ended)
      if (stop === MORE) break
      if (stop !== NO) {
        if (place > at) this.#sink(text.slice(at, place))
        this.done = true
        return stop
      }
      place = ends.nextHead(text, place + 1)
    }
    if (place > at) this.#sink(text.slice(at, place))
    this.done = ended
    return place
  }

  /** Where reading goes on if the value ends at `place`. */
  #endAt(text: string, place: number, ended: boolean): number {
    const cut = this.#ends.cuts.matchAt(text, place, ended)
    if (cut === MORE) return MORE
    if (cut !== NO) {
      this.end = 'cut'
      return place
    }
    const closer = this.#ends.closers.matchAt(text, place, ended)
    if (closer === MORE || closer === NO) return closer
    const after = place + closer.length
    let next = after
    while (next < text.length && next - after < MOST_SPACE && /\s/.test(text.charAt(next))) next++
    if (next === text.length) {
      if (!ended) return MORE
    } else if (next - after < MOST_SPACE) {
      const follower = this.#ends.followers.matchAt(text, next, ended)
      if (follower === MORE || follower === NO) return follower
    }
    this.end = 'closed'
    return after
  }
}
