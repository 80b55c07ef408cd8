import type { MarkSet } from './marks.ts'
import { MORE, NO } from './marks.ts'
import type { Reader } from './source.ts'

/** White space that may stand between a closing tag and what proves that it is one. */
const MOST_SPACE = 64

export interface ValueEnds {
  /** What closes the value, if something that may follow does follow. */
  readonly closers: MarkSet
  /** What may follow a closer: the next parameter, the end of the call. */
  readonly followers: MarkSet
  /** What ends the value without belonging to it: the next parameter after a closer that was forgotten. */
  readonly cuts: MarkSet
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
    const { closers, cuts } = this.#ends
    // Each is looked for only when it is passed: the other may be a megabyte away.
    let closer = closers.nextHead(text, at)
    let cut = cuts.nextHead(text, at)
    let place = Math.min(closer, cut)
    while (place < text.length) {
      const stop = this.#endAt(text, place, ended)
      if (stop === MORE) break
      if (stop !== NO) {
        if (place > at) this.#sink(text.slice(at, place))
        this.done = true
        return stop
      }
      if (closer === place) closer = closers.nextHead(text, place + 1)
      if (cut === place) cut = cuts.nextHead(text, place + 1)
      place = Math.min(closer, cut)
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
