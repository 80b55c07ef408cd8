import { say } from '../../words/files.ts'
import { toText } from '../file-content.ts'
import { FileError } from '../file-error.ts'
import type { BlamedLine, FileHistory, HistorySize, LoggedOperation, RetentionLimits } from '../file-history.ts'
import { isInside, type Path, ROOT } from '../path.ts'
import type { MakeChange } from '../plan/change-nodes.ts'
import type { FileStore, FileTables, WritableFileTables } from '../store/file-store.ts'
import { loadFound } from '../store/read-nodes.ts'
import type { LogRecord } from '../store/stored-node.ts'
import { planRestore, planRestoreAll, planUndo } from './bring-back.ts'
import { findVersions, readKept } from './file-versions.ts'

// A file rewritten thousands of times is blamed by its newest versions only.
const BLAMED_VERSIONS = 200
const PAGE = 100

export function createStoredHistory(store: FileStore, make: MakeChange, clock: () => number): FileHistory {
  return {
    versions: (path) => store.read((tables) => findVersions(tables, path)),
    readVersion: async (path, version) => loadFound(await store.read((tables) => readKept(tables, path, version))),
    diff: (path, from, to) => diffVersions(store, path, from, to),
    restore: (path, version, by) =>
      make({
        operation: 'restore',
        by,
        paths: [path],
        async plan(draft, tables) {
          await planRestore(draft, tables, path, version)
          return draft.entry(path)
        },
      }),
    now: () => store.read((tables) => tables.lastSequence()),
    versionAt: (time) => store.read((tables) => findMoment(tables, time)),
    restoreAll: (root, version, by) =>
      make({ operation: 'restore', by, paths: [], plan: (draft, tables) => planRestoreAll(draft, tables, root, version) }),
    undo: (call, by, within = [ROOT]) =>
      make({ operation: 'undo', by, paths: [], plan: (draft, tables) => planUndo(draft, tables, call, within) }),
    operations: ({ within = [ROOT], limit = PAGE } = {}) => store.read((tables) => findOperations(tables, within, limit)),
    blame: (path) => blame(store, path),
    size: () => store.read(measureHistory),
    retain: async (limits) =>
      (await store.read((tables) => fittingHistory(tables, limits, clock()))) ??
      store.change((tables) => forgetHistory(tables, limits, clock())),
  }
}

async function diffVersions(store: FileStore, path: Path, from: number, to: number): Promise<string> {
  const found = await store.read((tables) => Promise.all([readKept(tables, path, from), readKept(tables, path, to)]))
  const [before, after] = await Promise.all([loadFound(found[0]), loadFound(found[1])])
  if (before.entry.binary || after.entry.binary) {
    throw new FileError('EINVAL', path, say('file.no-text-compare', { path }))
  }
  const { createTwoFilesPatch } = await import('diff')
  const names = [`${path} (version ${from})`, `${path} (version ${to})`] as const
  return createTwoFilesPatch(...names, toText(before.data), toText(after.data))
}

async function blame(store: FileStore, path: Path): Promise<readonly BlamedLine[]> {
  const found = await store.read(async (tables) => {
    const versions = (await findVersions(tables, path)).slice(0, BLAMED_VERSIONS).toReversed()
    return Promise.all(
      versions.map(async ({ entry, time, by }) => ({ ...(await readKept(tables, path, entry.version)), time, by })),
    )
  })
  const { blameLines } = await import('./blame-lines.ts')
  return blameLines(await Promise.all(found.map(async (version) => ({ ...version, ...(await loadFound(version)) }))))
}

async function findMoment(tables: FileTables, time: number): Promise<number> {
  let below: number | undefined
  for (;;) {
    const page = await tables.newestRecords(PAGE, below)
    const moment = page.find((record) => record.time <= time)
    if (moment !== undefined) return moment.sequence
    if (page.length < PAGE) return (await tables.meta('forgotten')) ?? 0
    below = page.at(-1)?.sequence
  }
}

async function findOperations(tables: FileTables, within: readonly Path[], limit: number): Promise<readonly LoggedOperation[]> {
  const found = new Map<number, LoggedOperation>()
  let below: number | undefined
  for (;;) {
    const page = await tables.newestRecords(PAGE, below)
    for (const record of page) {
      const paths = record.paths.filter((path) => within.some((folder) => isInside(path, folder)))
      const known = found.get(record.version)
      if (paths.length === 0) continue
      if (known === undefined && found.size === limit) return [...found.values()]
      found.set(record.version, toOperation(record, [...paths, ...(known?.paths ?? [])]))
    }
    if (page.length < PAGE) return [...found.values()]
    below = page.at(-1)?.sequence
  }
}

function toOperation({ version, operation, time, by }: LogRecord, paths: readonly Path[]): LoggedOperation {
  return { version, operation, time, by, paths }
}

// Few, because the first one usually says that nothing has to go.
const GLANCE = 50

/** Numbers without gaps and running totals tell it from both ends of the log. */
async function measureHistory(tables: FileTables): Promise<HistorySize> {
  const [end, [oldest]] = await Promise.all([tables.logEnd(), tables.recordsAfter(0, 1)])
  if (oldest === undefined) return { records: 0, bytes: 0 }
  return { records: end.sequence - oldest.sequence + 1, bytes: end.total - oldest.total + oldest.bytes }
}

/** What the history is, if it keeps to the limits already: then nobody has to wait for a change. */
async function fittingHistory(tables: FileTables, limits: RetentionLimits, now: number): Promise<HistorySize | undefined> {
  const { maxBytes = Number.POSITIVE_INFINITY, maxAge = Number.POSITIVE_INFINITY } = limits
  const [size, [oldest]] = await Promise.all([measureHistory(tables), tables.recordsAfter(0, 1)])
  return size.bytes <= maxBytes && (oldest === undefined || oldest.time >= now - maxAge) ? size : undefined
}

/**
 * Lets the oldest operations go until the limits hold, whole operations only. The newest always stays: its number is what tells
 * tabs whether anything has changed.
 */
async function forgetHistory(tables: WritableFileTables, limits: RetentionLimits, now: number): Promise<HistorySize> {
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
    page = await tables.recordsAfter(last, GLANCE)
    for (const record of page) {
      if (!visit(record)) return
      last = record.sequence
    }
  } while (page.length === GLANCE)
}
