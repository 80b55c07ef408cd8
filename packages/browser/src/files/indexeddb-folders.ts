import { type FolderSnapshot, replayFolder, unpackFolder } from './folder-snapshot.ts'
import { answer } from './indexeddb-request.ts'
import { type Path, ROOT } from './path.ts'
import type { LogRecord, StoredNode } from './stored-node.ts'

/** A folder with more than that has a snapshot: to read fewer nodes takes a few milliseconds. */
export const LARGE_FOLDER = 100
const KIND = 'folder'

export interface FolderReading {
  readonly nodes: readonly StoredNode[]
  /** Absent when every node was read. */
  readonly snapshot?: UsedSnapshot
}

export interface UsedSnapshot {
  /** The record at which it was taken. */
  readonly sequence: number
  /** The record up to which nothing in the folder had changed since. */
  readonly until: number
  /** Whether it was all of the answer. */
  readonly asStored: boolean
}

/** Spares taking a snapshot again: the folder was as the snapshot of the record `of` says until the record `until`. */
export interface Confirmation {
  readonly of: number
  readonly until: number
}

/** Where the snapshot of a folder lies, among the numbers about the database. */
export function snapshotKey(folder: Path): [string, string] {
  return [KIND, folder]
}

export function confirmationKey(folder: Path): [string, string, string] {
  return [KIND, folder, 'confirmation']
}

export function allSnapshots(): IDBKeyRange {
  return IDBKeyRange.bound([KIND], [KIND, []])
}

/** How many records may follow a snapshot before it is faster to read the nodes than those. */
export function bearableRecords(nodes: number, largeFolder: number): number {
  return Math.ceil(nodes / largeFolder)
}

/** Everything in the folder. `last` is the number of the newest record. */
export async function readFolder(
  transaction: IDBTransaction,
  folder: Path,
  last: Promise<number>,
  largeFolder: number,
): Promise<FolderReading> {
  const nodes = transaction.objectStore('nodes')
  const meta = transaction.objectStore('meta')
  const [first, snapshot, confirmation, newest] = await Promise.all([
    nodesIn(nodes, childrenOf(folder), largeFolder + 1),
    // Under these keys lies only what the keeper of the snapshots has put there.
    answer(meta.get(snapshotKey(folder))) as Promise<FolderSnapshot | undefined>,
    answer(meta.get(confirmationKey(folder))) as Promise<Confirmation | undefined>,
    last,
  ])
  const reached = first[largeFolder]
  if (reached === undefined) return { nodes: first }
  if (snapshot !== undefined) {
    // Another tab may have taken another snapshot since.
    const until = confirmation?.of === snapshot.sequence ? confirmation.until : snapshot.sequence
    const found = await bringForward(transaction, folder, snapshot, { until, newest, largeFolder })
    if (found !== undefined) return found
  }
  const rest = await nodesIn(nodes, IDBKeyRange.bound([folder, reached.name], [folder, []], true))
  return { nodes: first.concat(rest) }
}

async function bringForward(
  transaction: IDBTransaction,
  folder: Path,
  snapshot: FolderSnapshot,
  { until, newest, largeFolder }: { readonly until: number; readonly newest: number; readonly largeFolder: number },
): Promise<FolderReading | undefined> {
  const behind = newest - until
  if (behind < 0 || behind > bearableRecords(snapshot.kinds.length, largeFolder)) return undefined
  const stored = unpackFolder(folder, snapshot)
  if (stored === undefined) return undefined
  const log = transaction.objectStore('log')
  const records = behind === 0 ? [] : ((await answer(log.getAll(IDBKeyRange.lowerBound(until, true)))) as LogRecord[])
  // Fewer: some were let go by the retention, and nobody knows any more what they said.
  if (records.length !== behind) return undefined
  const nodes = replayFolder(folder, stored, records)
  return { nodes, snapshot: { sequence: snapshot.sequence, until, asStored: nodes === stored } }
}

export async function nodesBelow(nodes: IDBObjectStore, folder: Path): Promise<StoredNode[]> {
  if (folder === ROOT) return nodesIn(nodes, IDBKeyRange.lowerBound([ROOT]))
  const deeper = IDBKeyRange.bound([`${folder}/`], [`${folder}0`], false, true)
  const [near, far] = await Promise.all([nodesIn(nodes, childrenOf(folder)), nodesIn(nodes, deeper)])
  return near.concat(far)
}

/** All of them, or nothing when the folder is large. */
export async function fewChildren(
  nodes: IDBObjectStore,
  folder: Path,
  largeFolder: number,
): Promise<readonly StoredNode[] | undefined> {
  const found = await nodesIn(nodes, childrenOf(folder), largeFolder + 1)
  return found.length > largeFolder ? undefined : found
}

// The stores hold only what this package put there, so every record has the shape of its store.
function nodesIn(nodes: IDBObjectStore, range: IDBKeyRange, limit?: number): Promise<StoredNode[]> {
  return answer(nodes.getAll(range, limit)) as Promise<StoredNode[]>
}

/** An array sorts after every string, so this is every name in the folder. */
function childrenOf(folder: Path): IDBKeyRange {
  return IDBKeyRange.bound([folder], [folder, []])
}
