import { type Path, ROOT } from '../path.ts'
import type { StoredNode } from '../store/stored-node.ts'
import { answer } from './indexeddb-request.ts'
import { type NodeRecord, unpackNodes } from './node-pack.ts'

interface Asked {
  readonly name: string
  resolve(node: StoredNode | undefined): void
  reject(reason: unknown): void
}

/**
 * Finds nodes that do not lie by themselves, in one transaction. Whoever asks while a pack is on its way is answered from the same
 * one if it has the name: a folder of a thousand files is a few dozen packs, not a thousand.
 */
export class PackFinder {
  readonly #nodes: IDBObjectStore
  readonly #asked = new Map<Path, Set<Asked>>()

  constructor(nodes: IDBObjectStore) {
    this.#nodes = nodes
  }

  find(folder: Path, name: string): Promise<StoredNode | undefined> {
    return new Promise((resolve, reject) => {
      const asked = this.#asked.get(folder)
      const one: Asked = { name, resolve, reject }
      if (asked !== undefined) asked.add(one)
      else void this.#search(folder, new Set([one]))
    })
  }

  async #search(folder: Path, asked: Set<Asked>): Promise<void> {
    this.#asked.set(folder, asked)
    try {
      for (const { name } of asked) await this.#answerFrom(folder, name, asked)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    this.#asked.delete(folder)
  }

  /** Every name from the asked one up to that of the record it leads to is in that record, or in none. */
  async #answerFrom(folder: Path, name: string, asked: Set<Asked>): Promise<void> {
    const record = await recordAt(this.#nodes, folder, name)
    const found = new Map(record === undefined ? [] : unpackNodes([record]).map((node) => [node.name, node]))
    const [first = name] = found.keys()
    const from = first < name ? first : name
    for (const one of asked) {
      if (one.name < from || (record !== undefined && one.name > record.name)) continue
      asked.delete(one)
      one.resolve(found.get(one.name))
    }
  }
}

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
function recordAt(nodes: IDBObjectStore, folder: Path, name: string): Promise<NodeRecord | undefined> {
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
