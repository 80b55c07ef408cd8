import type { ToolSpec } from '@parley/dialects'
import type { ThreadStorage } from '../storage/thread-storage.ts'
import { redact, SECRET_SIGNS } from '../turn/result-gate.ts'
import type { Capsule, CapsuleFiles } from './capsule.ts'
import { sealCapsule } from './receipts/seal-capsule.ts'

export interface ExportOptions {
  readonly storage: ThreadStorage
  readonly threadId: string
  readonly tools: readonly ToolSpec[]
  /** Absent: the capsule has no files. */
  readonly files?: CapsuleFiles
  /** The receipts of the server that the thread lives on, as it sent them. */
  readonly server?: unknown
  /** Keys the page knows of. They are removed wherever they appear, beside everything that looks like a key. */
  readonly secrets?: readonly string[]
  /** Absent: the clock. */
  readonly now?: number
}

/** The capsule as text, and how many texts in it had a secret removed. Undefined when the thread is gone. */
export async function exportCapsule(
  options: ExportOptions,
): Promise<{ readonly text: string; readonly removed: number } | undefined> {
  const { storage, threadId, tools, files, server, secrets = [], now = Date.now() } = options
  const stored = await storage.threads.read(threadId)
  if (!stored) return undefined
  const [{ calls, receipts }, grants, exchanges, contents] = await Promise.all([
    storage.ledger.history(threadId),
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
  return { text: await sealCapsule(value, { chain: receipts, server, signer: storage.signer }), removed }
}

interface Cleaned<Value> {
  readonly value: Value
  /** How many texts were changed. */
  readonly removed: number
}

/** A copy in which no text holds one of the given secrets or anything that looks like one. */
function removeSecrets<Value>(value: Value, secrets: readonly string[]): Cleaned<Value> {
  // A short "secret" would tear holes into ordinary words.
  const literal = secrets.filter((secret) => secret.length >= 8).sort((left, right) => right.length - left.length)
  let removed = 0
  const clean = (item: unknown): unknown => {
    if (typeof item === 'string') {
      const cleaned = literal.reduce((text, secret) => text.replaceAll(secret, '[secret removed]'), redact(item, SECRET_SIGNS))
      if (cleaned !== item) removed += 1
      return cleaned
    }
    if (Array.isArray(item)) return item.map(clean)
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, clean(inner)]))
  }
  // Only texts are replaced by texts, so the shape is the same.
  const cleaned = clean(value) as Value
  return { value: cleaned, removed }
}
