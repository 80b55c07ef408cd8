import { say } from '../../words/files.ts'
import { toText } from '../file-content.ts'
import { FileError } from '../file-error.ts'
import type { BlamedLine, FileHistory, LoggedOperation } from '../file-history.ts'
import { isInside, type Path, ROOT } from '../path.ts'
import type { MakeChange } from '../plan/make-change.ts'
import type { FileStore, FileTables } from '../store/file-store.ts'
import { loadFound } from '../store/read-nodes.ts'
import type { LogRecord } from '../store/stored-node.ts'
import { planRestore, planRestoreAll, planUndo } from './bring-back.ts'
import { findVersions, readKept } from './file-versions.ts'
import { fittingHistory, forgetHistory, measureHistory } from './forget-history.ts'

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
