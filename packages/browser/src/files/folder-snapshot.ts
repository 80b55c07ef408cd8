import type { By } from './file-system.ts'
import { nameOf, type Path, parentOf } from './path.ts'
import { type LogRecord, placeNode, type StoredNode } from './stored-node.ts'

/**
 * What a large folder held when one record of the log was the newest, column by column and without contents: a hundredth of the
 * bytes and objects of the nodes themselves. It is only a short cut. Whoever has it and the records after it has the folder.
 */
export interface FolderSnapshot {
  readonly sequence: number
  /** Joined by slashes, which no name has, in the order of the keys. */
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
/** Created, version, and for a file: size, modified, who. */
const FIELDS = 5
const HASH_LENGTH = 64

export function packFolder(sequence: number, nodes: readonly StoredNode[]): FolderSnapshot {
  const kinds = new Uint8Array(nodes.length)
  const numbers = new Float64Array(nodes.length * FIELDS)
  const people = new Map<string, { readonly by: By; readonly index: number }>()
  const personOf = (by: By) => {
    const key = `${by.actor} ${by.call ?? ''}`
    const known = people.get(key) ?? { by, index: people.size }
    people.set(key, known)
    return known.index
  }
  let hashes = ''
  for (const [index, node] of nodes.entries()) {
    const file = node.type === 'file'
    kinds[index] = file ? (node.binary ? BINARY : TEXT) : FOLDER
    numbers.set([node.created, node.version, ...(file ? [node.size, node.modified, personOf(node.by)] : [])], index * FIELDS)
    if (file) hashes += node.hash
  }
  const names = nodes.map((node) => node.name).join('/')
  return { sequence, names, kinds, numbers, hashes, people: [...people.values()].map(({ by }) => by) }
}

/** Nothing when the columns do not fit together: then the nodes themselves have to be read. */
export function unpackFolder(folder: Path, snapshot: FolderSnapshot): readonly StoredNode[] | undefined {
  const { kinds, numbers, hashes, people } = snapshot
  const names = kinds.length === 0 ? [] : snapshot.names.split('/')
  if (names.length !== kinds.length || numbers.length !== kinds.length * FIELDS) return undefined
  const nodes: StoredNode[] = []
  let [field, hashed] = [0, 0]
  for (const name of names) {
    const kind = kinds[nodes.length]
    const created = numbers[field] ?? 0
    const version = numbers[field + 1] ?? 0
    if (kind === FOLDER) nodes.push({ parent: folder, name, type: 'folder', created, version })
    else {
      const size = numbers[field + 2] ?? 0
      const modified = numbers[field + 3] ?? 0
      const by = people[numbers[field + 4] ?? -1]
      const hash = hashes.slice(hashed, hashed + HASH_LENGTH)
      if (by === undefined || hash.length !== HASH_LENGTH) return undefined
      const binary = kind === BINARY
      nodes.push({ parent: folder, name, type: 'file', size, modified, created, version, hash, binary, by })
      hashed += HASH_LENGTH
    }
    field += FIELDS
  }
  return nodes
}

/** Brings the nodes of a folder forward by the records that followed. */
export function replayFolder(folder: Path, nodes: readonly StoredNode[], records: readonly LogRecord[]): readonly StoredNode[] {
  const present = new Map<string, StoredNode>()
  let touched = false
  for (const { path, after } of records.flatMap((record) => record.changes)) {
    if (parentOf(path) !== folder) continue
    if (!touched) for (const node of nodes) present.set(node.name, node)
    touched = true
    const name = nameOf(path)
    if (after === undefined) present.delete(name)
    else present.set(name, placeNode(folder, name, after))
  }
  return touched ? [...present.values()].sort((left, right) => (left.name < right.name ? -1 : 1)) : nodes
}
