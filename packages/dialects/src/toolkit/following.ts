import { type MarkLike, MarkSet, markId } from './marks.ts'
import type { Opening } from './prose.ts'
import { type Step, skipSpace } from './read-json.ts'
import { Here } from './readers.ts'
import type { Source } from './source.ts'

/**
 * Prose for a grammar that is lent the text only as long as it is calls: it ends where the next thing is none of the
 * openers. White space before one is set aside.
 */
export class Following {
  readonly thinking = false
  readonly #source: Source
  readonly #frames: readonly MarkLike[]
  readonly #onFrame: () => void

  /** `onFrame`: a frame was dropped, so the words before and behind it are two texts. */
  constructor(source: Source, frames: readonly MarkLike[], onFrame: () => void) {
    this.#source = source
    this.#frames = frames
    this.#onFrame = onFrame
  }

  *until(openers: readonly MarkLike[]): Step<Opening | undefined> {
    const frames = new Set(this.#frames.map(markId))
    const marks = new MarkSet([...openers, ...this.#frames])
    const source = this.#source
    for (;;) {
      const here = (yield* source.run(new Here(marks))).found
      if (here && !frames.has(here.mark.id)) return here
      if (here) {
        this.#onFrame()
        continue
      }
      source.record('')
      yield* skipSpace(source)
      const space = source.takeRecord()
      const next = (yield* source.run(new Here(marks))).found
      if (next && !frames.has(next.mark.id)) return next
      if (next) {
        this.#onFrame()
        continue
      }
      source.unread(space)
      return undefined
    }
  }
}
