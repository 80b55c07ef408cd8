import type { ToolSpec } from '../canonical/message.ts'
import type { PartWriter } from './part-writer.ts'
import type { Prose } from './prose.ts'
import type { Source } from './source.ts'

/** All a grammar has while it reads one answer. */
export interface Reading {
  readonly source: Source
  readonly prose: Prose
  readonly write: PartWriter
  readonly tools: readonly ToolSpec[]
}
