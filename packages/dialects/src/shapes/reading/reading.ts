import type { ToolSpec } from '../../canonical/message.ts'
import type { MarkLike } from '../../engine/marks.ts'
import type { PartWriter } from '../../engine/part-writer.ts'
import type { Opening } from '../../engine/prose.ts'
import type { Step } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import type { FallbackReaders } from './fallback-readers.ts'

/** All a grammar has while it reads one answer. */
export interface Reading {
  readonly source: Source
  readonly prose: {
    /** Whether what comes next is thought, not said: a grammar that looks for a call at the very start must not look there. */
    readonly thinking: boolean
    /** Everything up to the first of `openers` is said aloud; undefined when there is no more prose to read. */
    until(openers: readonly MarkLike[]): Step<Opening | undefined>
  }
  readonly write: PartWriter
  readonly tools: readonly ToolSpec[]
  /** Readers of forms that the dialect does not mostly write, as far as there are any. */
  readonly forms?: FallbackReaders | undefined
}
