import { type Path, ROOT } from '../path.ts'
import type { StoredNode } from '../store/stored-node.ts'
import { answer } from './indexeddb-request.ts'
import { type NodeRecord, unpackNodes } from './node-pack.ts'

export async function nodesIn(nodes: IDBObjectStore, folder: Path): Promise<readonly StoredNode[]> {
  return unpackNodes(await recordsIn(nodes, childrenOf(folder)))
}

export async function nodesBelow(nodes: IDBObjectStore, folder: Path): Promise<readonly StoredNode[]> {
  if (folder === ROOT) return unpackNodes(await recordsIn(nodes, IDBKeyRange.lowerBound([ROOT])))
  const deeper = IDBKeyRange.bound([`${folder}/`], [`${folder}0`], false, true)
  const [near, far] = await Promise.all([nodesIn(nodes, folder), recordsIn(nodes, deeper)])
  return near.concat(unpackNodes(far))
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

// The stores hold only what this package put there, so every record has the shape of its store.
function recordsIn(nodes: IDBObjectStore, range: IDBKeyRange): Promise<readonly NodeRecord[]> {
  return answer(nodes.getAll(range)) as Promise<NodeRecord[]>
}

/** An array sorts after every string, so this is every name in the folder. */
function childrenOf(folder: Path): IDBKeyRange {
  return IDBKeyRange.bound([folder], [folder, []])
}
