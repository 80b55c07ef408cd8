import type { ToolSpec } from '@parley/dialects'
import type { Grant } from '../approval/grants.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import type { ThreadNode, ThreadRecord } from '../storage/thread-store.ts'
import type { Exchange } from '../transport/exchange-log.ts'

/** One conversation with everything that belongs to it, as one JSON document that opens anywhere. */
export interface Capsule {
  readonly format: 'parley-capsule'
  readonly version: 1
  /** Milliseconds since the epoch. */
  readonly exportedAt: number
  readonly thread: ThreadRecord
  readonly nodes: readonly ThreadNode[]
  readonly calls: readonly CallRecord[]
  /** The tools as the model knew them. */
  readonly tools: readonly ToolSpec[]
  /** What had been allowed, for the reader's information. Importing gives nobody a permission. */
  readonly grants: readonly Grant[]
  readonly exchanges: readonly Exchange[]
  readonly files: readonly CapsuleFile[]
}

/** Text as text, anything else as base64. */
export type CapsuleFile = { readonly path: string; readonly text: string } | { readonly path: string; readonly base64: string }

/** The files that go with a conversation, wherever they are kept. */
export interface CapsuleFiles {
  readAll(): Promise<readonly CapsuleFile[]>
  /** All of them or none. */
  writeAll(files: readonly CapsuleFile[]): Promise<void>
}
