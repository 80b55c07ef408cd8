import { type Book, createExecutor, type Executor, memoryBook, openBook } from '@parley/browser'
import type { ToolRender } from '@parley/react'
import { createRecordTool } from './create-record.ts'
import { RecordCard } from './record-card.tsx'
import type { RecordsApi } from './records-api.ts'

/** What the calls of this page work with. */
export interface RecordsKit {
  readonly executor: Executor
  readonly renders: ReadonlyMap<string, ToolRender>
  /** Remembers what was asked and what ran, so that a reload comes back to the form and nothing runs twice. */
  readonly book: Promise<Book>
}

export function createKit(api: RecordsApi): RecordsKit {
  return {
    executor: createExecutor([createRecordTool(api)]),
    renders: new Map([['create-record', RecordCard]]),
    // Where the browser keeps nothing, a reload asks once more; the record's id still keeps it from being kept twice.
    book: openBook().catch(() => memoryBook()),
  }
}
