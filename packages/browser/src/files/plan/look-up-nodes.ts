import { type Path, parentOf, ROOT } from '../path.ts'
import type { FileTables } from '../store/file-store.ts'
import type { StoredNode } from '../store/stored-node.ts'

/** What is at each path; `undefined` where nothing is. */
export type KnownNodes = Map<Path, StoredNode | undefined>

/** Finds the paths and every folder above them. */
export async function lookUp(tables: FileTables, known: KnownNodes, paths: readonly Path[]): Promise<void> {
  const unknown = paths.filter((path) => !recallWay(tables, known, path))
  if (unknown.length === 0) return
  const wanted = new Set<Path>()
  for (const path of unknown) {
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

/** Finds the path and every folder above it without waiting. Tells whether that was possible. */
function recallWay(tables: FileTables, known: KnownNodes, path: Path): boolean {
  if (path === ROOT || known.has(path)) return true
  const parent = parentOf(path)
  if (!recallWay(tables, known, parent)) return false
  const node = parent === ROOT || known.get(parent)?.type === 'folder' ? tables.recall(path) : null
  if (node === undefined) return false
  known.set(path, node ?? undefined)
  return true
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
