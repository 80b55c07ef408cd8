import { type FolderSnapshot, replayFolder, unpackFolder } from './folder-snapshot.ts'
import { answer } from './indexeddb-request.ts'
import { type Path, ROOT } from './path.ts'
import type { LogRecord, StoredNode } from './stored-node.ts'

/** A folder with more than that has a snapshot: to read fewer nodes takes a few milliseconds. */
export const LARGE_FOLDER = 100
const KIND = 'folder'

export interface FolderReading {
  readonly nodes: readonly StoredNode[]
  /** The record at which the snapshot was taken that helped. Absent when every node was read. */
  readonly snapshot?: number
}

/** Where the snapshot of a folder lies, among the numbers about the database. */
export function snapshotKey(folder: Path): [string, string] {
  return [KIND, folder]
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
  const [first, snapshot, newest] = await Promise.all([
    nodesIn(nodes, childrenOf(folder), largeFolder + 1),
    // Under these keys lies only what `packFolder` made.
    answer(transaction.objectStore('meta').get(snapshotKey(folder))) as Promise<FolderSnapshot | undefined>,
    last,
  ])
  const reached = first[largeFolder]
  if (reached === undefined) return { nodes: first }
  const behind = newest - (snapshot?.sequence ?? Number.NEGATIVE_INFINITY)
  if (snapshot !== undefined && behind >= 0 && behind <= bearableRecords(snapshot.kinds.length, largeFolder)) {
    const found = await bringForward(transaction, folder, snapshot, behind)
    if (found !== undefined) return { nodes: found, snapshot: snapshot.sequence }
  }
  const rest = await nodesIn(nodes, IDBKeyRange.bound([folder, reached.name], [folder, []], true))
  return { nodes: first.concat(rest) }
}

async function bringForward(
  transaction: IDBTransaction,
  folder: Path,
  snapshot: FolderSnapshot,
  behind: number,
): Promise<readonly StoredNode[] | undefined> {
  const nodes = unpackFolder(folder, snapshot)
  if (nodes === undefined || behind === 0) return nodes
  const following = transaction.objectStore('log').getAll(IDBKeyRange.lowerBound(snapshot.sequence, true))
  const records = (await answer(following)) as LogRecord[]
  // Fewer: some were let go by the retention, and nobody knows any more what they said.
  return records.length === behind ? replayFolder(folder, nodes, records) : undefined
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
