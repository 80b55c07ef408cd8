import { createExecutor, type Executor, memoryThreadStorage, openThreadStorage, type ThreadStorage } from '@parley/browser'
import type { ToolRender } from '@parley/react'
import { createRecordTool } from './create-record.ts'
import { RecordCard } from './record-card.tsx'
import type { RecordsApi } from './records-api.ts'

/** What the calls of this page work with. */
export interface RecordsKit {
  readonly executor: Executor
  readonly renders: ReadonlyMap<string, ToolRender>
  /** Remembers what was asked and what ran, so that a reload comes back to the form and nothing runs twice. */
  readonly storage: Promise<ThreadStorage>
}

export function createKit(api: RecordsApi): RecordsKit {
  return {
    executor: createExecutor([createRecordTool(api)]),
    renders: new Map([['create-record', RecordCard]]),
    // Where the browser keeps nothing, a reload asks once more; the record's id still keeps it from being kept twice.
    storage: openThreadStorage().catch(() => memoryThreadStorage()),
  }
}
