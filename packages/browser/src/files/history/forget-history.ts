import type { HistorySize, RetentionLimits } from '../file-history.ts'
import type { FileTables, WritableFileTables } from '../store/file-store.ts'
import type { LogRecord } from '../store/stored-node.ts'

// Few, because the first one usually says that nothing has to go.
const PAGE = 50

/** Numbers without gaps and running totals tell it from both ends of the log. */
export async function measureHistory(tables: FileTables): Promise<HistorySize> {
  const [end, [oldest]] = await Promise.all([tables.logEnd(), tables.recordsAfter(0, 1)])
  if (oldest === undefined) return { records: 0, bytes: 0 }
  return { records: end.sequence - oldest.sequence + 1, bytes: end.total - oldest.total + oldest.bytes }
}

/** What the history is, if it keeps to the limits already: then nobody has to wait for a change. */
export async function fittingHistory(tables: FileTables, limits: RetentionLimits, now: number): Promise<HistorySize | undefined> {
  const { maxBytes = Number.POSITIVE_INFINITY, maxAge = Number.POSITIVE_INFINITY } = limits
  const [size, [oldest]] = await Promise.all([measureHistory(tables), tables.recordsAfter(0, 1)])
  return size.bytes <= maxBytes && (oldest === undefined || oldest.time >= now - maxAge) ? size : undefined
}

/**
 * Lets the oldest operations go until the limits hold, whole operations only. The newest always stays: its number is what tells
 * tabs whether anything has changed.
 */
export async function forgetHistory(tables: WritableFileTables, limits: RetentionLimits, now: number): Promise<HistorySize> {
  const { maxBytes = Number.POSITIVE_INFINITY, maxAge = Number.POSITIVE_INFINITY } = limits
  const [newest] = await tables.newestRecords(1)
  const blobs = new Set<string>()
  let { bytes } = await measureHistory(tables)
  let forgotten: LogRecord | undefined
  await eachRecord(tables, (record) => {
    if (record.version === newest?.version) return false
    if (bytes <= maxBytes && record.time >= now - maxAge && record.version !== forgotten?.version) return false
    bytes -= record.bytes
    forgotten = record
    for (const hash of record.blobs ?? []) blobs.add(hash)
    return true
  })
  if (forgotten !== undefined) {
    tables.removeRecords(forgotten.sequence)
    tables.putMeta('forgotten', forgotten.sequence)
    for (const hash of blobs) if (!(await tables.isBlobUsed(hash))) tables.removeBlob(hash)
  }
  return measureHistory(tables)
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
