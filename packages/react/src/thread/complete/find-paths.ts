import { type Entry, type FileEntry, isInside, type Path, type ThreadArea } from '@parley/browser/files'

/** A file as it is searched for. */
export interface SoughtPath {
  readonly path: Path
  readonly name: string
  readonly lower: string
}

export const MOST_SHOWN = 50

/** The conversation's own files before those of the areas, the newest first. What its model never sees is not named to it. */
export function soughtPaths(entries: readonly Entry[], areas: readonly ThreadArea[]): readonly SoughtPath[] {
  const areaOf = ({ path }: FileEntry) => areas.find(({ at }) => isInside(path, at))?.name
  const files = entries.filter((entry) => entry.type === 'file').toSorted((one, other) => other.modified - one.modified)
  const by = Map.groupBy(files, areaOf)
  return [undefined, 'shared' as const, 'reference' as const]
    .flatMap((area) => by.get(area) ?? [])
    .map(({ path, name }) => ({ path, name: name.toLowerCase(), lower: path.toLowerCase() }))
}

/** Names that begin so, then names that have it, then paths that have it. */
export function findPaths(paths: readonly SoughtPath[], query: string): readonly Path[] {
  const sought = query.toLowerCase()
  const found: readonly Path[][] = [[], [], []]
  for (const { path, name, lower } of paths) {
    if (!lower.includes(sought)) continue
    const rank = found[name.startsWith(sought) ? 0 : name.includes(sought) ? 1 : 2]
    if (rank && rank.length < MOST_SHOWN) rank.push(path)
  }
  return found.flat().slice(0, MOST_SHOWN)
}

/** `sum|` and `/sales.csv` is `sum /sales.csv `. A path with blanks stands between backticks, as it would not be one otherwise. */
export function pathInText(path: Path, before: string, after: string): string {
  const named = /\s/.test(path) ? `\`${path}\`` : path
  return `${/^$|[\s([{"'“‘（「]/u.test(before) ? '' : ' '}${named}${/^\s/.test(after) ? '' : ' '}`
}
