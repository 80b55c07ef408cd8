import { type MarkLike, MarkSet } from './marks.ts'
import type { Opening } from './prose.ts'
import { type Step, skipSpace } from './read-json.ts'
import { Here } from './readers.ts'
import type { Source } from './source.ts'

/**
 * Prose for a grammar that is lent the text only as long as it is calls: it ends where the next thing is none of the
 * openers. White space before one is set aside.
 */
export class Following {
  readonly #source: Source
  readonly #frames: readonly MarkLike[]

  constructor(source: Source, frames: readonly MarkLike[]) {
    this.#source = source
    this.#frames = frames
  }

  *until(openers: readonly MarkLike[]): Step<Opening | undefined> {
    const frames = new Set(this.#frames.map((frame) => (typeof frame === 'string' ? frame : frame.id)))
    const marks = new MarkSet([...openers, ...this.#frames])
    const source = this.#source
    for (;;) {
      const here = (yield* source.run(new Here(marks))).found
      if (here && !frames.has(here.mark.id)) return here
      if (here) continue
      source.record('')
      yield* skipSpace(source)
      const space = source.takeRecord()
      const next = (yield* source.run(new Here(marks))).found
      if (next && !frames.has(next.mark.id)) return next
      if (next) continue
      source.unread(space)
      return undefined
    }
  }
}
