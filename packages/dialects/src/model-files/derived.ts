import type { Dialect } from '../dialect.ts'
import type { Report } from './report.ts'
import type { Shape } from './shape.ts'

/** What of a model's files spoke for the dialect. */
export type DerivedBy = 'recognised' | 'derived' | 'response-template'

/** A dialect that a model's own files tell of, or why there is none. */
export type Derived = DerivedDialect | RefusedFiles

export interface DerivedDialect {
  readonly ok: true
  readonly dialect: Dialect
  readonly by: DerivedBy
  /** The built-in dialect that reads it, where one was recognised. */
  readonly knownAs?: string
  /** Its syntax as data. Absent where only a built-in dialect's code, or a response template, says it. */
  readonly shape?: Shape
  /** Kinds of values that it cannot carry, as the self-test found: `null`, `code`, … Empty: none were found. */
  readonly limits: readonly string[]
  /** Whether the prompt opens the thought, so that an answer begins inside it: see `ParserOptions`. */
  readonly startsInReasoning: boolean
  readonly report: Report
}

export interface RefusedFiles {
  readonly ok: false
  readonly report: Report
  /** The built-in dialect that comes nearest. Absent: none reads anything of it. */
  readonly nearest?: string
}
