import type { HistorySize, RetentionLimits } from './file-history.ts'
import type { FileTables, WritableFileTables } from './file-store.ts'
import type { LogRecord } from './stored-node.ts'

const PAGE = 500

export async function measureHistory(tables: FileTables): Promise<HistorySize> {
  const versions = new Set<number>()
  let bytes = 0
  await eachRecord(tables, (record) => {
    versions.add(record.version)
    bytes += record.bytes
    return true
  })
  return { operations: versions.size, bytes }
}

/**
 * Lets the oldest operations go until the limits hold, whole operations only. The newest always stays: its number is what tells
 * tabs whether anything has changed.
 */
export async function forgetHistory(tables: WritableFileTables, limits: RetentionLimits, now: number): Promise<HistorySize> {
  const { maxBytes = Number.POSITIVE_INFINITY, maxAge = Number.POSITIVE_INFINITY } = limits
  const whole = await measureHistory(tables)
  const [newest] = await tables.newestRecords(1)
  const blobs = new Set<string>()
  const versions = new Set<number>()
  let { bytes } = whole
  let forgotten = 0
  await eachRecord(tables, (record) => {
    if (record.version === newest?.version) return false
    if (bytes <= maxBytes && record.time >= now - maxAge && !versions.has(record.version)) return false
    versions.add(record.version)
    bytes -= record.bytes
    forgotten = record.sequence
    for (const hash of record.blobs ?? []) blobs.add(hash)
    return true
  })
  if (forgotten === 0) return whole
  tables.removeRecords(forgotten)
  tables.putMeta('forgotten', forgotten)
  for (const hash of blobs) if (!(await tables.isBlobUsed(hash))) tables.removeBlob(hash)
  return { operations: whole.operations - versions.size, bytes }
}

/** Oldest first, until `visit` says that it has seen enough. */
async function eachRecord(tables: FileTables, visit: (record: LogRecord) => boolean): Promise<void> {
  let page: readonly LogRecord[] = []
  let last = 0
  do {
    page = await tables.recordsAfter(last, PAGE)
    for (const record of page) {
      if (!visit(record)) return
      last = record.sequence
    }
  } while (page.length === PAGE)
}
