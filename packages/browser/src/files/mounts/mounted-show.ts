import type { Entry, FileChange } from '../file-system.ts'
import { nameOf } from '../path.ts'
import type { MountTable } from './mount-table.ts'

/** What the files behind refuse is told with the paths that are shown. */
export async function translated<Result>(table: MountTable, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw table.translate(error)
  }
}

/** Nothing for an entry that a mount covers. */
export function showEntry<Kind extends Entry>(table: MountTable, entry: Kind): readonly Kind[] {
  const path = table.shown(entry.path)
  return path === undefined ? [] : [{ ...entry, path, name: nameOf(path) }]
}

/** For an entry that was reached through a shown path, and so has one. */
export function showWhole<Kind extends Entry>(table: MountTable, entry: Kind): Kind {
  const [shown] = showEntry(table, entry)
  if (shown === undefined) throw new Error(`${entry.path} is not shown.`)
  return shown
}

export function showChange(table: MountTable, { path, from, to, ...change }: FileChange): readonly FileChange[] {
  const shown = table.shown(path)
  const [source, target] = [from && table.shown(from), to && table.shown(to)]
  return shown === undefined ? [] : [{ ...change, path: shown, ...(source && { from: source }), ...(target && { to: target }) }]
}
