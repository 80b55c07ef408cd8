import type { Entry, Path } from '@parley/browser/files'

/** One line of the tree, with its place among its siblings as a screen reader says it. */
export interface TreeRow {
  readonly entry: Entry
  readonly level: number
  readonly place: number
  readonly of: number
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

/** What is to be seen of a folder, from top to bottom: folders first, then names, and nothing below what is folded. */
export function rowsOf(entries: readonly Entry[], root: Path, folded: ReadonlySet<string>): readonly TreeRow[] {
  const byParent = Map.groupBy(entries, (entry) => parentOf(entry.path))
  const grow = (path: string, level: number): readonly TreeRow[] => {
    const siblings = (byParent.get(path) ?? []).toSorted(
      (a, b) => Number(a.type === 'file') - Number(b.type === 'file') || a.name.localeCompare(b.name),
    )
    return siblings.flatMap((entry, index) => [
      { entry, level, place: index + 1, of: siblings.length },
      ...(entry.type === 'folder' && !folded.has(entry.path) ? grow(entry.path, level + 1) : []),
    ])
  }
  return grow(root, 1)
}
