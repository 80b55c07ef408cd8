import type { ToolSpec } from '@parley/dialects'
import type { ThreadStorage } from '../storage/thread-storage.ts'
import type { Capsule, CapsuleFiles } from './capsule.ts'
import { removeSecrets } from './remove-secrets.ts'

export interface ExportOptions {
  readonly storage: ThreadStorage
  readonly threadId: string
  readonly tools: readonly ToolSpec[]
  /** Absent: the capsule has no files. */
  readonly files?: CapsuleFiles
  /** Keys the page knows of. They are removed wherever they appear, beside everything that looks like a key. */
  readonly secrets?: readonly string[]
  /** Absent: the clock. */
  readonly now?: number
}

/** The capsule as text, and how many texts in it had a secret removed. Undefined when the thread is gone. */
export async function exportCapsule(
  options: ExportOptions,
): Promise<{ readonly text: string; readonly removed: number } | undefined> {
  const { storage, threadId, tools, files, secrets = [], now = Date.now() } = options
  const stored = await storage.threads.read(threadId)
  if (!stored) return undefined
  const [calls, grants, exchanges, contents] = await Promise.all([
    storage.ledger.ofThread(threadId),
    storage.grants.list(),
    storage.exchanges.ofThread(threadId),
    files?.readAll() ?? [],
  ])
  const capsule: Capsule = {
    format: 'parley-capsule',
    version: 1,
    exportedAt: now,
    thread: stored.thread,
    nodes: stored.nodes,
    calls,
    tools,
    grants: grants.filter((grant) => grant.threadId === undefined || grant.threadId === threadId),
    exchanges,
    files: contents,
  }
  const { value, removed } = removeSecrets(capsule, secrets)
  return { text: JSON.stringify(value), removed }
}
