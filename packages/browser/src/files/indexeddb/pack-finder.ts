import type { Path } from '../path.ts'
import type { StoredNode } from '../store/stored-node.ts'
import { recordAt } from './indexeddb-folders.ts'
import { unpackNodes } from './node-pack.ts'

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
