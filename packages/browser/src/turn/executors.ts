import type { CallRecord } from '../ledger/call-record.ts'
import type { Executor } from '../tools/tool.ts'

/** Who runs calls. */
export interface Executors {
  readonly executor: Executor
  /** The same tools over a copy of the files, for what is rehearsed. Absent: nothing can be rehearsed, and every such call is refused. */
  readonly rehearsal?: () => Promise<Executor>
}

/** Who runs this one. Undefined: it was judged for a copy, and there is none here. */
export async function executorFor({ verdict }: CallRecord, { executor, rehearsal }: Executors): Promise<Executor | undefined> {
  return verdict?.rehearsed ? await rehearsal?.() : executor
}
