import type { DialectDefinition, ReasoningMarks } from '../dialect.ts'
import { type MarkLike, MarkSet } from './marks.ts'
import { specialTokens } from './special-tokens.ts'

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
export const thoughtMarks = (pairs: readonly ReasoningMarks[]): readonly string[] =>
  pairs.flatMap(({ open, close }) => [open, close])
