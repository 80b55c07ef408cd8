import type { By } from '../file-system.ts'
import type { StoredNode } from '../store/stored-node.ts'

/** Nodes of one folder without their contents, column by column: a hundredth of the objects of the nodes themselves. */
export interface NodeColumns {
  /** Joined by slashes, which no name has, in the order of the nodes. */
  readonly names: string
  readonly kinds: Uint8Array
  /** `FIELDS` numbers for each name. */
  readonly numbers: Float64Array
  /** The hashes of the files, one after the other. */
  readonly hashes: string
  readonly people: readonly By[]
}

const FOLDER = 0
const TEXT = 1
const BINARY = 2
const PACKED_FOLDER = 3
/** Created, version, and for a file: size, modified, who. */
const FIELDS = 5
const HASH_LENGTH = 64

export function toColumns(nodes: readonly StoredNode[]): NodeColumns {
  const kinds = new Uint8Array(nodes.length)
  const numbers = new Float64Array(nodes.length * FIELDS)
  const people = new People()
  let hashes = ''
  for (const [index, node] of nodes.entries()) {
    const field = index * FIELDS
    kinds[index] = kindOf(node)
    numbers[field] = node.created
    numbers[field + 1] = node.version
    if (node.type === 'folder') continue
    numbers[field + 2] = node.size
    numbers[field + 3] = node.modified
    numbers[field + 4] = people.indexOf(node.by)
    hashes += node.hash
  }
  return { names: nodes.map((node) => node.name).join('/'), kinds, numbers, hashes, people: people.all }
}

/** Nothing when the columns do not fit together. */
export function fromColumns(parent: string, columns: NodeColumns): readonly StoredNode[] | undefined {
  const { kinds, numbers, hashes, people } = columns
  const names = kinds.length === 0 ? [] : columns.names.split('/')
  if (names.length !== kinds.length || numbers.length !== kinds.length * FIELDS) return undefined
  const nodes: StoredNode[] = []
  let [field, hashed] = [0, 0]
  for (const name of names) {
    const kind = kinds[nodes.length]
    const created = numbers[field] ?? 0
    const version = numbers[field + 1] ?? 0
    if (kind === FOLDER) nodes.push({ parent, name, type: 'folder', created, version })
    else if (kind === PACKED_FOLDER) nodes.push({ parent, name, type: 'folder', created, version, packed: true })
    else {
      const size = numbers[field + 2] ?? 0
      const modified = numbers[field + 3] ?? 0
      const by = people[numbers[field + 4] ?? -1]
      const hash = hashes.slice(hashed, hashed + HASH_LENGTH)
      if (by === undefined || hash.length !== HASH_LENGTH) return undefined
      nodes.push({ parent, name, type: 'file', size, modified, created, version, hash, binary: kind === BINARY, by })
      hashed += HASH_LENGTH
    }
    field += FIELDS
  }
  return nodes
}

function kindOf(node: StoredNode): number {
  if (node.type === 'folder') return node.packed === true ? PACKED_FOLDER : FOLDER
  return node.binary ? BINARY : TEXT
}

/** Everybody once. Files that were written together name the same object, which spares the comparison. */
class People {
  readonly all: By[] = []
  readonly #indexes = new Map<string, number>()
  #latest: By | undefined
  #index = 0

  indexOf(by: By): number {
    if (by === this.#latest) return this.#index
    const key = `${by.actor} ${by.call ?? ''}`
    const index = this.#indexes.get(key) ?? this.all.push(by) - 1
    this.#indexes.set(key, index)
    this.#latest = by
    this.#index = index
    return index
  }
}
