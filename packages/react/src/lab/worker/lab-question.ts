import type { JsonValue, SpokenPart, ToolSpec } from '@parley/dialects'
import type { DerivedDialect, Report } from '@parley/dialects/model-files'
import type { LabFiles } from '../model-file.ts'

/** What the page asks its worker. */
export type LabQuestion =
  | { readonly kind: 'files'; readonly files: LabFiles }
  | {
      readonly kind: 'answer'
      readonly text: string
      readonly tools: readonly ToolSpec[]
      /** The syntax as somebody changed it. Absent: as the files say. */
      readonly shape?: JsonValue
      /** The dialect that was recognised, for a worker that has not seen the files. */
      readonly knownAs?: string
      readonly startsInReasoning: boolean
    }

/** What came of the files, as plain data. */
export type Finding =
  | ({ readonly ok: true; readonly report: Report } & Pick<
      DerivedDialect,
      'by' | 'knownAs' | 'shape' | 'limits' | 'startsInReasoning'
    >)
  | { readonly ok: false; readonly report: Report; readonly nearest?: string }

/** How one dialect reads the answer. */
export interface Reading {
  readonly id: string
  /** Absent: it is the model's own. */
  readonly title?: string
  readonly speakers: readonly string[]
  readonly parts: readonly SpokenPart[]
  /** `call` when it found one, `broken` when it saw one it could not read, `text` otherwise. */
  readonly verdict: 'call' | 'broken' | 'text'
  /** Whether it reads the same wherever the text is cut. Absent: that was not tried. */
  readonly steady?: boolean
}

export interface Readings {
  /** Why the shape cannot be used. Absent: it can, or there is none. */
  readonly problem?: string
  readonly own?: Reading
  readonly others: readonly Reading[]
  /** What the model is taught with these tools, and what the same tools cost natively, in characters. */
  readonly lesson?: { readonly text: string; readonly native: number }
  /** The dialect as files for a package. Absent: it has no shape. */
  readonly source?: { readonly code: string; readonly page: string }
}

export interface LabAnswers {
  readonly files: Finding
  readonly answer: Readings
}
