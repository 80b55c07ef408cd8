import type { Operation } from '../file-history.ts'
import type { By } from '../file-system.ts'
import type { Path } from '../path.ts'
import type { WritableFileTables } from '../store/file-store.ts'
import type { ChangeDraft } from './change-draft.ts'

/** One operation: which paths to look up first, and what to plan with them. */
interface Change<Result> {
  readonly operation: Operation
  readonly by: By
  readonly paths: readonly Path[]
  plan(draft: ChangeDraft, tables: WritableFileTables): Promise<Result> | Result
}

export type MakeChange = <Result>(change: Change<Result>) => Promise<Result>
