import { type Path, parentOf, ROOT } from '../path.ts'
import type { FileTables } from '../store/file-store.ts'
import type { StoredNode } from '../store/stored-node.ts'

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
