import { type MarkLike, MarkSet, markId } from './marks.ts'
import type { PartWriter } from './part-writer.ts'
import type { Opening } from './prose.ts'
import { Here, type Step, skipSpace } from './readers.ts'
import type { Source } from './source.ts'

/**
 * Prose for a grammar that is lent the text only as long as it is calls: it ends where the next thing is none of the
 * openers. White space before one is set aside.
 */
export class CallsOnlyProse {
  readonly thinking = false
  readonly #source: Source
  readonly #write: PartWriter
  readonly #frames: readonly MarkLike[]
  readonly #taught: boolean

  /** `taught`: calls are known to be written so, in a fence also. */
  constructor(
    source: Source,
    write: PartWriter,
    { frames = [], taught }: { frames?: readonly MarkLike[] | undefined; taught: boolean },
  ) {
    this.#source = source
    this.#write = write
    this.#frames = frames
    this.#taught = taught
  }

  *until(openers: readonly MarkLike[]): Step<Opening | undefined> {
    const frames = new Set(this.#frames.map(markId))
    const marks = new MarkSet([...openers, ...this.#frames])
    const source = this.#source
    for (;;) {
      source.record('')
      let found = (yield* source.run(new Here(marks))).found
      if (!found) {
        yield* skipSpace(source)
        found = (yield* source.run(new Here(marks))).found
      }
      const read = source.takeRecord()
      if (!found) {
        source.unread(read)
        return undefined
      }
      if (!frames.has(found.mark.id)) {
        this.#write.openedBy = found.mark.id === 'in-fence' && !this.#taught ? 'fenced' : found.mark.id
        return found
      }
      // The words before a frame and behind it are two texts.
      this.#write.closeProse()
    }
  }
}
