import type { DialectDefinition, ReasoningMarks } from '../dialect.ts'
import { isSpecialToken, type Mark, type MarkLike, MarkSet, markId, specialTokens } from './marks.ts'
import type { PartWriter } from './part-writer.ts'
import { peekSolid, type Step, take, UntilMark } from './readers.ts'
import type { Source } from './source.ts'

/** What is looked for between calls. */
export interface ProseMarks {
  readonly reasoning: readonly ReasoningMarks[]
  /** Marks within sentences that are not part of them. */
  readonly inline: readonly MarkLike[]
  /** Marks that frame the answer and are not part of it. */
  readonly frames: readonly MarkLike[]
  /** Tokens that end a turn: they are no part of a thought either. */
  readonly ends: readonly string[]
  /** Marks of the dialect by which results begin. */
  readonly results: readonly string[]
  /** How results begin when a model makes them up. */
  readonly inventions: MarkSet
  /** These and `openers` as one set: the same set for the same list, for making one costs more than reading a short answer. */
  with(openers: readonly MarkLike[]): MarkSet
}

// @__NO_SIDE_EFFECTS__
export function proseMarks(definition: DialectDefinition, reasoning: readonly ReasoningMarks[]): ProseMarks {
  const { inline = [], stop = [], results: begins = stop, ends = [], markup } = definition
  const frames = [...(definition.frames ?? []), ...ends, ...specialTokens(markup)]
  const results = begins.filter((mark) => markup.includes(mark))
  const sets = new WeakMap<readonly MarkLike[], MarkSet>()
  return {
    reasoning,
    inline,
    frames,
    ends,
    results,
    inventions: new MarkSet(begins),
    with(openers) {
      let marks = sets.get(openers)
      marks ??= new MarkSet([...openers, ...frames, ...inline, ...results, ...thoughtMarks(reasoning)])
      sets.set(openers, marks)
      return marks
    },
  }
}

/** What opens and closes thoughts. */
const thoughtMarks = (pairs: readonly ReasoningMarks[]): readonly string[] => pairs.flatMap(({ open, close }) => [open, close])

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
  /** Whether the answer ended within a thought. */
  unclosed = false
  readonly #source: Source
  readonly #write: PartWriter
  readonly #marks: ProseMarks
  /** The marks of the thought that is being read; undefined outside of one. */
  #closers: Closers | undefined
  /** Thoughts that were opened inside of another and may go on behind its end. */
  #outer = 0
  /** Thoughts that were only shown, in code, and are not closed. */
  #shown = 0

  /** `thinks`: the prompt has opened a thought. */
  constructor(source: Source, write: PartWriter, marks: ProseMarks, thinks: boolean | 'maybe') {
    this.#source = source
    this.#write = write
    this.#marks = marks
    if (thinks === false || marks.reasoning.length === 0) return
    if (thinks === true) this.#closers = closersOf(marks.reasoning)
    else this.#suspect(closersOf(marks.reasoning))
  }

  get thinking(): boolean {
    return this.#closers !== undefined
  }

  /** Everything up to the first of `openers` is said aloud; undefined when the text ended first. */
  *until(openers: readonly MarkLike[]): Step<Opening | undefined> {
    const marks = this.#marks.with(openers)
    const { reasoning, inline, results, frames } = this.#marks
    for (;;) {
      const meant = this.#closers && (yield* this.#think(this.#closers, openers))
      if (meant) return meant
      const { found } = yield* this.#source.run(new UntilMark(marks, this.#write.text))
      if (found === undefined) return undefined
      const { id } = found.mark
      const isThis = (mark: MarkLike): boolean => markId(mark) === id
      const thinking = reasoning.filter(({ open }) => open === id)
      if (inline.some(isThis)) continue
      const closes = this.#closes(id)
      const opens = thinking.length > 0
      const framed = frames.some(isThis)
      if ((opens || closes || framed) && this.#isShown({ opens, closes })) {
        this.#write.text(found.text)
        continue
      }
      if (results.includes(id) && !isSpecialToken(id)) {
        yield* this.#readResult(found.text)
        continue
      }
      // A closing mark alone is normal: the prompt had opened it. It is dropped, not shown, as frames are.
      if (closes) this.#settle()
      else if (opens) {
        this.#trust()
        this.#closers = closersOf(thinking)
      } else if (framed || results.includes(id)) this.#write.frame(found.text)
      else {
        this.#write.openedBy = id
        return found
      }
      this.#write.closeProse()
    }
  }

  /** The mark of a result that nothing follows only ended the turn; otherwise it is words, for the model made it up. */
  *#readResult(mark: string): Step {
    if (!this.#write.called) return this.#write.text(mark)
    this.#source.record(mark)
    const next = yield* peekSolid(this.#source)
    const text = this.#source.takeRecord()
    if (next !== '') this.#write.text(text)
    else this.#write.closeProse()
  }

  /** Reads a thought; a call in it is returned only where calls in thoughts are meant. */
  *#think({ marks, calls, labels }: Closers, openers: readonly MarkLike[]): Step<Opening | undefined> {
    const { ends } = this.#marks
    const set = new MarkSet([...marks, ...ends, ...(calls ? openers : [])])
    let words = false
    if (labels.length > 0 && !this.#write.begun) yield* take(this.#source, new MarkSet(labels))
    for (;;) {
      const { found } = yield* this.#source.run(
        new UntilMark(set, (text) => {
          this.#write.reasoning(text)
          words ||= text.trim() !== ''
        }),
      )
      if (found && ends.includes(found.mark.id)) {
        this.#write.frame(found.text)
        continue
      }
      this.#write.closeProse()
      if (found && calls && !marks.includes(found.mark.id)) return found
      if (found !== undefined && !this.#closes(found.mark.id)) {
        // Written twice in a row, it was only written twice.
        if (words) this.#outer++
        continue
      }
      this.#write.unsettled = this.#outer > 0
      this.unclosed = found === undefined
      this.#closers = undefined
      return undefined
    }
  }

  /** A thought may be open that nobody saw begin. Where calls in thoughts are meant, it makes no difference. */
  #suspect({ calls }: Closers): void {
    if (calls) return
    this.#outer = 1
    this.#write.unsettled = true
  }

  /** A thought that opens the answer was not opened by the prompt. */
  #trust(): void {
    if (this.#write.begun) return
    this.#outer = 0
    this.#write.unsettled = false
  }

  /** A thought ends that was opened before, by the prompt or inside of another: what was called in between was only thought of. */
  #settle(): void {
    this.#write.endThought()
    if (this.#outer > 0) this.#write.unsettled = --this.#outer > 0
  }

  /** Marks that stand in code are only shown there. What nobody opened there ends a thought all the same, unless it is quoted alone. */
  #isShown({ opens, closes }: { readonly opens: boolean; readonly closes: boolean }): boolean {
    const code = this.#write.inCode
    if (code === undefined || (closes && code === 'fence' && this.#shown === 0)) return false
    // Behind a call it belongs to the call, if that was meant after all.
    if (!opens && !closes && this.#write.weighing) return false
    if (opens) this.#shown++
    if (closes && this.#shown > 0) this.#shown--
    return true
  }

  #closes(mark: string): boolean {
    return this.#marks.reasoning.some(({ close }) => close === mark)
  }
}

interface Closers {
  readonly marks: readonly string[]
  /** Whether a call in such a thought is meant. */
  readonly calls: boolean
  /** What may stand at its beginning, where the prompt had begun to open it. */
  readonly labels: readonly string[]
}

const closersOf = (pairs: readonly ReasoningMarks[]): Closers => ({
  marks: thoughtMarks(pairs),
  calls: pairs.every(({ calls }) => calls),
  labels: pairs.flatMap(({ label }) => label ?? []),
})
