import type { ReasoningMarks } from '../dialect.ts'
import { type Mark, type MarkLike, MarkSet } from './marks.ts'
import type { PartWriter } from './part-writer.ts'
import type { Step } from './read-json.ts'
import { UntilMark } from './readers.ts'
import type { Source } from './source.ts'
import { TextPile } from './text-pile.ts'

/** What was found where prose ended. */
export interface Opening {
  readonly mark: Mark
  /** The opener as it was written. */
  readonly text: string
}

/**
 * Reads what a model says between its calls. Thinking is separated here, once for all dialects, so no grammar ever
 * sees a call that was only thought of.
 */
export class Prose {
  /** What was thought in which a call seems to stand. */
  readonly drafts: string[] = []
  readonly #source: Source
  readonly #write: PartWriter
  readonly #reasoning: readonly ReasoningMarks[]
  readonly #frames: readonly MarkLike[]
  readonly #inlineMarks: readonly MarkLike[]
  readonly #inline: ReadonlySet<string>
  readonly #sets = new Map<readonly MarkLike[], { text: MarkSet; openers: MarkSet }>()
  /** The marks of the thought that is being read; undefined outside of one. */
  #closers: { readonly marks: readonly string[]; readonly calls: boolean } | undefined
  #thought = new TextPile()
  #keepThoughts: boolean

  constructor(source: Source, write: PartWriter, options: ProseOptions) {
    this.#source = source
    this.#write = write
    this.#reasoning = options.reasoning
    this.#frames = options.frames
    this.#inlineMarks = options.inline
    this.#inline = new Set(options.inline.map((mark) => (typeof mark === 'string' ? mark : mark.id)))
    this.#keepThoughts = options.keepThoughts
    if (options.startsInReasoning) this.#closers = closersOf(options.reasoning)
  }

  /** Everything up to the first of `openers` is said aloud; undefined when the text ended first. */
  *until(openers: readonly MarkLike[]): Step<Opening | undefined> {
    const sets = this.#setsFor(openers)
    for (;;) {
      const meant = this.#closers && (yield* this.#think(openers, sets.openers))
      if (meant) return meant
      const { found } = yield* this.#source.run(new UntilMark(sets.text, this.#write.text))
      if (found === undefined) return undefined
      const thinking = this.#reasoning.filter(({ open }) => open === found.mark.id)
      if (thinking.length > 0) this.#closers = closersOf(thinking)
      else if (this.#inline.has(found.mark.id)) continue
      // A closing mark alone is normal: the prompt had opened it. It is dropped, not shown, as frames are.
      else if (!this.#isSilent(found.mark.id)) return found
      this.#write.closeProse()
    }
  }

  /** Reads a thought; a call in it is returned only where calls in thoughts are meant. */
  *#think(openers: readonly MarkLike[], openerSet: MarkSet): Step<Opening | undefined> {
    const { marks = [], calls = false } = this.#closers ?? {}
    const set = new MarkSet(calls ? [...marks, ...openers] : marks)
    for (;;) {
      const { found } = yield* this.#source.run(
        new UntilMark(set, (text) => {
          this.#write.reasoning(text)
          if (this.#keepThoughts && !calls) this.#thought.add(text)
        }),
      )
      this.#write.closeProse()
      if (found && calls && !marks.includes(found.mark.id)) return found
      if (found !== undefined && !this.#reasoning.some(({ close }) => close === found.mark.id)) continue
      this.#endThought(openerSet)
      this.#closers = undefined
      return undefined
    }
  }

  #isSilent(mark: string): boolean {
    return (
      this.#frames.some((frame) => (typeof frame === 'string' ? frame : frame.id) === mark) ||
      this.#reasoning.some(({ close }) => close === mark)
    )
  }

  #endThought(openers: MarkSet): void {
    const thought = this.#thought.text
    this.#thought = new TextPile()
    const probe = new UntilMark(openers, () => {})
    probe.read(thought, 0, true)
    if (probe.found) this.drafts.push(thought)
  }

  #setsFor(openers: readonly MarkLike[]): { text: MarkSet; openers: MarkSet } {
    const known = this.#sets.get(openers)
    if (known) return known
    const sets = {
      text: new MarkSet([
        ...openers,
        ...this.#frames,
        ...this.#inlineMarks,
        ...this.#reasoning.flatMap(({ open, close }) => [open, close]),
      ]),
      openers: new MarkSet(openers),
    }
    this.#sets.set(openers, sets)
    return sets
  }
}

function closersOf(pairs: readonly ReasoningMarks[]): { readonly marks: readonly string[]; readonly calls: boolean } {
  return { marks: pairs.flatMap(({ open, close }) => [open, close]), calls: pairs.some(({ calls }) => calls === true) }
}

export interface ProseOptions {
  /** Marks within sentences that are not part of them. */
  readonly inline: readonly MarkLike[]
  /** Marks that frame the answer and are not part of it. */
  readonly frames: readonly MarkLike[]
  readonly reasoning: readonly ReasoningMarks[]
  readonly startsInReasoning: boolean
  /** Whether thoughts are kept to be searched for calls that never came. */
  readonly keepThoughts: boolean
}
