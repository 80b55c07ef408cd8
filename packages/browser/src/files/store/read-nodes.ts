import { say } from '../../words/files.ts'
import { loadContent, type StoredContent } from '../file-content.ts'
import { FileError, isAFolder, notAFolder } from '../file-error.ts'
import type { Entry, FileContent, FileEntry } from '../file-system.ts'
import { ancestorsOf, nameOf, type Path, parentOf, ROOT } from '../path.ts'
import type { FileStore, FileTables } from './file-store.ts'
import { rootEntry, type StoredFile, type StoredNode, toEntry, toFileEntry } from './stored-node.ts'

/** A content that a transaction has found and that is still to be loaded. */
export interface FoundContent {
  readonly entry: FileEntry
  readonly stored: StoredContent
}

/** For after the transaction. */
export async function loadFound({ entry, stored }: FoundContent): Promise<FileContent> {
  return { entry, data: stored instanceof Blob ? await loadContent(stored) : stored }
}

export async function readEntry(tables: FileTables, path: Path): Promise<Entry> {
  if (path === ROOT) return rootEntry
  const node = await tables.bareNode(path)
  if (node === undefined) throw await missing(tables, path)
  return toEntry(node)
}

export async function readChildren(tables: FileTables, folder: Path): Promise<readonly Entry[]> {
  const [nodes] = await Promise.all([tables.bareChildren(folder), requireFolder(tables, folder)])
  return nodes.map(toEntry)
}

export async function readTree(tables: FileTables, folder: Path): Promise<readonly Entry[]> {
  const [nodes] = await Promise.all([tables.bareBelow(folder), requireFolder(tables, folder)])
  return nodes.map(toEntry)
}

async function readContent(tables: FileTables, path: Path): Promise<FoundContent> {
  const node = path === ROOT ? undefined : await tables.node(path)
  if (node?.type === 'folder' || path === ROOT) throw isAFolder(path)
  if (node === undefined) throw await missing(tables, path)
  return { entry: toFileEntry(path, node.name, node), stored: await contentOf(tables, node) }
}

/** Like `readContent`, and `undefined` for everything that is not a file. */
async function findContent(tables: FileTables, path: Path): Promise<FoundContent | undefined> {
  const node = path === ROOT ? undefined : await tables.node(path)
  if (node?.type !== 'file') return undefined
  return { entry: toFileEntry(path, nameOf(path), node), stored: node.content ?? (await contentOf(tables, node)) }
}

export async function contentOf(tables: FileTables, node: StoredFile): Promise<StoredContent> {
  const stored = node.content ?? (await tables.blob(node.hash))
  if (stored === undefined) throw new Error(`The content of ${node.parent}/${node.name} is not in the store.`)
  return stored
}

export async function loadFile(store: FileStore, path: Path): Promise<FileContent> {
  return loadFound(await store.read((tables) => readContent(tables, path)))
}

/** Like `loadFile` for many, and `undefined` for everything that is not a file. Whatever need not be loaded is not waited for. */
export async function loadFiles(store: FileStore, paths: readonly Path[]): Promise<readonly (FileContent | undefined)[]> {
  const found = await store.read((tables) => Promise.all(paths.map((path) => findContent(tables, path))))
  const files: (FileContent | undefined)[] = []
  for (const content of found) {
    if (content === undefined) files.push(undefined)
    else if (content.stored instanceof Blob) return Promise.all(found.map(async (one) => one && loadFound(one)))
    else files.push({ entry: content.entry, data: content.stored })
  }
  return files
}

/** What to say about a path that is not there: the first thing on the way to it that is in the way, or the path itself. */
export async function missing(tables: FileTables, path: Path): Promise<FileError> {
  for (const folder of ancestorsOf(path)) {
    const node = await tables.bareNode(folder)
    if (node?.type === 'file') return notAFolder(folder)
    if (node === undefined) break
  }
  return new FileError('ENOENT', path, say('file.missing', { path }))
}

async function requireFolder(tables: FileTables, path: Path): Promise<StoredNode | undefined> {
  if (path === ROOT) return undefined
  const node = await tables.bareNode(path)
  if (node === undefined) throw await missing(tables, path)
  if (node.type === 'file') throw notAFolder(path)
  return node
}

/** What is at each path; `undefined` where nothing is. */
export type KnownNodes = Map<Path, StoredNode | undefined>

/** Finds the paths and every folder above them. */
export async function lookUp(tables: FileTables, known: KnownNodes, paths: readonly Path[]): Promise<void> {
  const wanted = new Set<Path>()
  for (const path of paths) {
    // Whoever is wanted or known already has everything above it wanted or known.
    for (let next = path; next !== ROOT && !wanted.has(next) && !known.has(next); next = parentOf(next)) wanted.add(next)
  }
  for (const level of byDepth(wanted)) {
    const askable = level.filter((path) => {
      const parent = parentOf(path)
      if (parent === ROOT || known.get(parent)?.type === 'folder') return true
      known.set(path, undefined)
      return false
    })
    await Promise.all(askable.map(async (path) => known.set(path, await tables.node(path))))
  }
}

/** Outermost first: below a folder that is not there nothing has to be looked up. */
function byDepth(paths: Iterable<Path>): readonly (readonly Path[])[] {
  const levels: Path[][] = []
  for (const path of paths) {
    const depth = path.split('/').length
    levels[depth] ??= []
    levels[depth].push(path)
  }
  return levels.filter((level) => level !== undefined)
}
