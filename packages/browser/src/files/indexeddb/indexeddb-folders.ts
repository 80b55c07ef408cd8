import { type Path, ROOT } from '../path.ts'
import type { LogRecord, StoredNode } from '../store/stored-node.ts'
import { type FolderSnapshot, replayFolder, unpackFolder } from './folder-snapshot.ts'
import { answer } from './indexeddb-request.ts'
import { type NodeRecord, unpackNodes } from './node-pack.ts'

/** A folder with more than that has a snapshot: to read fewer nodes takes a few milliseconds. */
export const LARGE_FOLDER = 100
/** So many records are asked for at first: each may be a pack of many nodes. */
const FEW_RECORDS = 32
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
    firstNodes(nodes, folder, largeFolder),
    // Under these keys lies only what the keeper of the snapshots has put there.
    answer(meta.get(snapshotKey(folder))) as Promise<FolderSnapshot | undefined>,
    answer(meta.get(confirmationKey(folder))) as Promise<Confirmation | undefined>,
    last,
  ])
  if (first.isAll) return { nodes: first.nodes }
  if (snapshot !== undefined) {
    // Another tab may have taken another snapshot since.
    const until = confirmation?.of === snapshot.sequence ? confirmation.until : snapshot.sequence
    const found = await bringForward(transaction, folder, snapshot, { until, newest, largeFolder })
    if (found !== undefined) return found
  }
  const rest = await nodesIn(nodes, after(folder, first.nodes))
  return { nodes: first.nodes.concat(rest) }
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

export async function nodesBelow(nodes: IDBObjectStore, folder: Path): Promise<readonly StoredNode[]> {
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
  const found = await firstNodes(nodes, folder, largeFolder)
  return found.isAll ? found.nodes : undefined
}

/** The first record at or after a name in its folder: the one that the name is in, if it is in any. */
export function recordAt(nodes: IDBObjectStore, folder: Path, name: string): Promise<NodeRecord | undefined> {
  return answer(nodes.get(IDBKeyRange.bound([folder, name], [folder, []])))
}

/** Every record that one of the names is in or would be in, and what is between. */
export async function recordsAround(
  nodes: IDBObjectStore,
  folder: Path,
  names: Iterable<string>,
): Promise<readonly NodeRecord[]> {
  const sorted = [...names].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const between = () => IDBKeyRange.bound([folder, first], [folder, last], false, true)
  const [end, records] = await Promise.all([recordAt(nodes, folder, last), first === last ? [] : recordsIn(nodes, between())])
  return end === undefined ? records : [...records, end]
}

/** The nodes with the first names: all of them, or more than `largeFolder`. Of packs no more are read than that takes. */
async function firstNodes(
  nodes: IDBObjectStore,
  folder: Path,
  largeFolder: number,
): Promise<{ readonly nodes: readonly StoredNode[]; readonly isAll: boolean }> {
  const few = Math.min(largeFolder, FEW_RECORDS) + 1
  const records = await recordsIn(nodes, childrenOf(folder), few)
  const found = unpackNodes(records)
  if (records.length < few) return { nodes: found, isAll: true }
  if (found.length > largeFolder) return { nodes: found, isAll: false }
  const rest = largeFolder + 1 - found.length
  const more = await recordsIn(nodes, after(folder, found), rest)
  return { nodes: found.concat(unpackNodes(more)), isAll: more.length < rest }
}

function after(folder: Path, nodes: readonly StoredNode[]): IDBKeyRange {
  return IDBKeyRange.bound([folder, nodes.at(-1)?.name ?? ''], [folder, []], true)
}

async function nodesIn(nodes: IDBObjectStore, range: IDBKeyRange): Promise<readonly StoredNode[]> {
  return unpackNodes(await recordsIn(nodes, range))
}

// The stores hold only what this package put there, so every record has the shape of its store.
function recordsIn(nodes: IDBObjectStore, range: IDBKeyRange, limit?: number): Promise<readonly NodeRecord[]> {
  return answer(nodes.getAll(range, limit)) as Promise<NodeRecord[]>
}

/** An array sorts after every string, so this is every name in the folder. */
function childrenOf(folder: Path): IDBKeyRange {
  return IDBKeyRange.bound([folder], [folder, []])
}
