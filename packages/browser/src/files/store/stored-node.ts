import type { Operation } from '../file-history.ts'
import type { By, Entry, FileData, FileEntry, FolderEntry } from '../file-system.ts'
import { type Path, ROOT, storedPath } from '../path.ts'

/** Contents up to this many bytes live in the node itself: a second look-up would cost more than the bytes. */
export const INLINE_BYTES = 4096

export interface FileState {
  readonly type: 'file'
  readonly size: number
  readonly modified: number
  readonly created: number
  readonly version: number
  readonly hash: string
  readonly binary: boolean
  readonly by: By
  /** Absent when the content lies in the blobs under its hash, or is known from another record. */
  readonly content?: FileData
}

export interface FolderState {
  readonly type: 'folder'
  readonly created: number
  readonly version: number
  /** Some of what is in it may lie in packs. */
  readonly packed?: true
}

export type NodeState = FileState | FolderState

/** Where a node hangs. Together the key of the node store. */
interface Place {
  readonly parent: string
  readonly name: string
}
export type StoredFile = FileState & Place
export type StoredNode = StoredFile | (FolderState & Place)

/** One path of a logged operation. A content that ends here is carried by `before`, so any record can be taken back by itself. */
export interface StoredChange {
  readonly path: Path
  readonly before?: NodeState
  readonly after?: NodeState
  readonly from?: Path
  readonly to?: Path
}

export interface LogRecord {
  readonly sequence: number
  /** The sequence of the first record of the same operation: a huge operation is cut into several records. */
  readonly version: number
  readonly operation: Operation
  readonly time: number
  readonly by: By
  readonly changes: readonly StoredChange[]
  /** The paths of the changes, for the index. */
  readonly paths: readonly Path[]
  /** Hashes of the large contents that end here, for the index. Absent when there are none. */
  readonly blobs?: readonly string[]
  /** Bytes of old contents that this record keeps alive. */
  readonly bytes: number
  /** The same of all records ever made, up to and including this one. */
  readonly total: number
}

/** The root is always there and never stored. */
export const rootNode: StoredNode = { parent: '', name: '', type: 'folder', created: 0, version: 0 }
export const rootEntry: FolderEntry = { type: 'folder', path: ROOT, name: '', created: 0, version: 0 }

/** A state at its place, field by field: engines make such an object several times faster than one that is spread together. */
export function placeNode(parent: string, name: string, state: NodeState, content?: FileData): StoredNode {
  if (state.type === 'folder') return placeFolder(parent, name, state)
  const { size, modified, created, version, hash, binary, by } = state
  if (content === undefined) return { parent, name, type: 'file', size, modified, created, version, hash, binary, by }
  return { parent, name, type: 'file', size, modified, created, version, hash, binary, by, content }
}

function placeFolder(parent: string, name: string, { created, version, packed }: FolderState): StoredNode {
  if (packed === undefined) return { parent, name, type: 'folder', created, version }
  return { parent, name, type: 'folder', created, version, packed }
}

export function toEntry(node: StoredNode): Entry {
  return stateEntry(storedPath(node.parent, node.name), node.name, node)
}

export function toFileEntry(path: Path, name: string, state: FileState): FileEntry {
  const { type, size, modified, created, version, hash, binary, by } = state
  return { type, path, name, size, modified, created, version, hash, binary, by }
}

function stateEntry(path: Path, name: string, state: NodeState): Entry {
  if (state.type === 'file') return toFileEntry(path, name, state)
  return { type: 'folder', path, name, created: state.created, version: state.version }
}
