import type { StoredContent } from '../file-content.ts'
import { isFileError } from '../file-error.ts'
import type { By, Entry, FileSystem } from '../file-system.ts'
import { nameOf, type Path, parentOf, storedPath } from '../path.ts'
import type { FileTables } from '../store/file-store.ts'
import { type LogRecord, placeNode, type StoredNode } from '../store/stored-node.ts'
import { type CopyRows, leadingFolder, type Origin } from './copy-rows.ts'
import type { CopyShelf } from './copy-shelf.ts'

/** For looking at the original: what a call may see of it is decided by whoever mounts the copy. */
export const LOOKING: By = { actor: 'user' }

/** What is known of a copy here. */
export interface CopyState {
  readonly edition: string | undefined
  readonly rows: CopyRows
  readonly records: readonly LogRecord[]
  readonly origins: ReadonlyMap<string, Origin>
}

export interface CopyTablesOptions {
  readonly state: CopyState
  readonly original: FileSystem
  readonly shelf: CopyShelf
  /** Hears of every node that comes from the original. */
  readonly onOriginal?: (path: Path, node: StoredNode) => void
}

/** A copy and the original behind it, as one set of tables. Nothing of the original is copied. */
export function createCopyTables({ state, original, shelf, onOriginal }: CopyTablesOptions): FileTables {
  const { rows, records, origins } = state
  const met = new Map<string, Origin>()
  const known = (entry: Entry): StoredNode => {
    const node = placeNode(parentOf(entry.path), nameOf(entry.path), entry)
    if (entry.type === 'file') met.set(entry.hash, entry)
    onOriginal?.(entry.path, node)
    return node
  }
  const node = async (path: Path): Promise<StoredNode | undefined> => {
    const { row, isHidden, isUsed } = rows.look(path)
    if (row) return row.node
    const there = isHidden ? undefined : await orNothing(original.stat(path, LOOKING))
    if (there?.type === 'folder' || !isUsed) return there && known(there)
    return leadingFolder(path)
  }
  const inside = async (folder: Path, ask: 'list' | 'tree', own: readonly StoredNode[]): Promise<readonly StoredNode[]> => {
    const { row, isHidden } = rows.look(folder)
    const isShut = isHidden || (row && row.node?.type !== 'folder')
    const entries = isShut ? [] : ((await orNothing(original[ask](folder, LOOKING))) ?? [])
    const merged = new Map(own.map((each) => [storedPath(each.parent, each.name), each]))
    for (const entry of entries) {
      const looked = rows.look(entry.path)
      if (looked.row || looked.isHidden || (looked.isUsed && entry.type === 'file')) continue
      merged.set(entry.path, known(entry))
    }
    return [...merged.values()].sort(byKey)
  }
  return {
    node,
    bareNode: node,
    blob: async (hash) =>
      (await originalContent(original, met.get(hash))) ??
      (await shelf.blob(hash)) ??
      (await originalContent(original, origins.get(hash))),
    bareChildren: (folder) => inside(folder, 'list', rows.children(folder)),
    bareBelow: (folder) => inside(folder, 'tree', rows.below(folder)),
    below: (folder) => inside(folder, 'tree', rows.below(folder)),
    logEnd: () => endOfLog(records, original),
    lastSequence: async () => (await endOfLog(records, original)).sequence,
    record: async (sequence) => records.find((record) => record.sequence === sequence),
    recordsOf: async (path) => records.filter((record) => record.paths.includes(path)),
    sequencesOf: async (path) => records.flatMap((record) => (record.paths.includes(path) ? [record.sequence] : [])),
    recordsOfCall: async (call) => records.filter((record) => record.by.call === call),
    recordsAfter: async (sequence, limit) => records.filter((record) => record.sequence > sequence).slice(0, limit),
    newestRecords: async (limit, below = Number.POSITIVE_INFINITY) =>
      records
        .filter((record) => record.sequence < below)
        .toReversed()
        .slice(0, limit),
    isBlobUsed: async () => true,
    meta: async () => undefined,
  }
}

/** Versions go on from those of the original, so that a number never stands for what was there before. */
async function endOfLog(records: readonly LogRecord[], original: FileSystem): Promise<{ sequence: number; total: number }> {
  const { sequence = 0, total = 0 } = records.at(-1) ?? {}
  return { sequence: Math.max(sequence, await original.history.now()), total }
}

async function originalContent(original: FileSystem, origin: Origin | undefined): Promise<StoredContent | undefined> {
  return origin && (await original.history.readVersion(origin.path, origin.version, LOOKING)).data
}

/** Nothing, where the original has nothing of the kind. */
export async function orNothing<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isFileError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined
    throw error
  }
}

function byKey(left: StoredNode, right: StoredNode): number {
  return compare(left.parent, right.parent) || compare(left.name, right.name)
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
