import type { Listed, TextFile } from './candidate.ts'

// What raw IndexedDB, idb and Dexie put to keep the same files with the same history: a node for each file, large contents, and the
// log records that the file system keeps for the same work, without looking anything up, hashing or checking. The hashes are made
// up beforehand: each another, because what is always the same is packed smaller and stored faster than what a real hash says.

const hashes = Array.from({ length: 4096 }, () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
)
let taken = 0
const nextHash = () => hashes[taken++ % hashes.length] ?? ''
const BY = { actor: 'user' } as const

export interface NodeRecord {
  readonly parent: string
  readonly name: string
  readonly type: 'file' | 'folder'
  readonly size: number
  readonly content?: string
}

function place(path: string): { readonly parent: string; readonly name: string } {
  const slash = path.lastIndexOf('/')
  return { parent: slash === 0 ? '/' : path.slice(0, slash), name: path.slice(slash + 1) }
}

function state(size: number, version: number) {
  const time = Date.now()
  return { type: 'file' as const, size, modified: time, created: time, version, hash: nextHash(), binary: false, by: BY }
}

export function keyOf(path: string): [string, string] {
  const { parent, name } = place(path)
  return [parent, name]
}

function textNode([path, text]: TextFile, version: number): NodeRecord {
  return { ...place(path), ...state(text.length, version), content: text }
}

function folderNode(path: string, version: number) {
  return { ...place(path), type: 'folder' as const, created: Date.now(), version }
}

function bytesNode(path: string, size: number, hash: string, version: number): NodeRecord {
  return { ...place(path), ...state(size, version), hash }
}

export interface Puts {
  readonly nodes: readonly { readonly parent: string; readonly name: string }[]
  readonly log: readonly { readonly sequence: number }[]
}

/** What to put for a batch of texts: the files, the folders above that were never put before, and the log of both. */
export function createPlanner(): { texts(files: readonly TextFile[]): Puts; bytes(path: string, size: number): Puts } {
  const folders = new Set<string>()
  let sequence = Date.now()
  const newFolders = (paths: readonly string[]) => {
    const found: string[] = []
    for (const path of paths) {
      for (let slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
        const folder = path.slice(0, slash)
        if (!folders.has(folder)) found.push(folder)
        folders.add(folder)
      }
    }
    return found
  }
  const plan = (paths: readonly string[], make: (version: number) => readonly NodeRecord[]): Puts => {
    const made = newFolders(paths)
    const nodes = [...made.map((folder) => folderNode(folder, sequence)), ...make(sequence)]
    const log = logRecords([...made, ...paths], sequence)
    sequence += log.length
    return { nodes, log }
  }
  return {
    texts: (files) =>
      plan(
        files.map(([path]) => path),
        (version) => files.map((file) => textNode(file, version)),
      ),
    bytes: (path, size) => plan([path], (version) => [bytesNode(path, size, path, version)]),
  }
}

/** One record for as many changes as the file system puts into one. */
function logRecords(paths: readonly string[], first: number): readonly { readonly sequence: number }[] {
  const records: { readonly sequence: number }[] = []
  for (let start = 0; start < paths.length; start += 256) {
    const piece = paths.slice(start, start + 256)
    const changes = piece.map((path) => ({ path, after: state(600, first) }))
    const record = {
      sequence: first + records.length,
      version: first,
      operation: 'write',
      time: Date.now(),
      by: BY,
      changes,
      paths: piece,
      bytes: 0,
    }
    records.push(record)
  }
  return records
}

export function toListed(node: NodeRecord): Listed {
  return {
    path: node.parent === '/' ? `/${node.name}` : `${node.parent}/${node.name}`,
    type: node.type,
    size: node.type === 'file' ? node.size : 0,
  }
}
