import { isInside, type Path } from '@parley/browser/files'

/** What is chosen, and where the next run of rows begins. */
export interface Selection {
  readonly chosen: ReadonlySet<Path>
  readonly anchor?: Path
}

export const NOTHING_CHOSEN: Selection = { chosen: new Set() }

export function toggled({ chosen }: Selection, path: Path): Selection {
  const others = new Set(chosen)
  if (!others.delete(path)) others.add(path)
  return { chosen: others, anchor: path }
}

/** Everything from where it began to this row, and nothing else. */
export function reached({ anchor }: Selection, rows: readonly Path[], path: Path): Selection {
  const from = anchor === undefined ? -1 : rows.indexOf(anchor)
  const [begin, to] = [from === -1 ? rows.indexOf(path) : from, rows.indexOf(path)]
  const chosen = rows.slice(Math.min(begin, to), Math.max(begin, to) + 1)
  return { chosen: new Set(chosen), anchor: rows[begin] ?? path }
}

/** A chosen folder is chosen with what is in it: only the folder is then acted on. */
export function topmost(paths: Iterable<Path>): readonly Path[] {
  const all = [...paths]
  return all.filter((path) => !all.some((folder) => folder !== path && isInside(path, folder)))
}
