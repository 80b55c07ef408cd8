import type { By, Entry, FileSystem } from '../file-system.ts'
import type { Path } from '../path.ts'
import type { CopyRow } from './copy-rows.ts'
import { type CopyState, LOOKING, orNothing } from './copy-tables.ts'

/** One path that is something else in the copy than in the original. */
export interface RehearsedChange {
  readonly path: Path
  readonly kind: 'created' | 'changed' | 'removed'
  /** What it is in the copy; of what is removed, what it was. */
  readonly type: 'file' | 'folder'
  /** Where the original has this very content, and whether it is gone from there in the copy. Absent: it was written. */
  readonly from?: { readonly path: Path; readonly isMoved: boolean }
  /** The original was changed since the copy changed the path: what to keep is a question to a person. */
  readonly isStale: boolean
  /** The call that changed it last. */
  readonly by: By
}

/** The copy's word about a path beside what the original has there now. */
export interface Difference {
  readonly row: CopyRow
  /** Absent: the original has nothing there. */
  readonly there?: Entry
}

/** Everything that differs, in the order of the paths. What the original has become equal in is no difference any more. */
export async function differences({ rows }: CopyState, original: FileSystem): Promise<readonly Difference[]> {
  const found = await Promise.all(
    rows.all().map(async (row): Promise<Difference> => {
      const there = await orNothing(original.stat(row.path, LOOKING))
      return { row, ...(there && { there }) }
    }),
  )
  return found.filter(isDifferent).sort((left, right) => (left.row.path < right.row.path ? -1 : 1))
}

function isDifferent({ row: { node }, there }: Difference): boolean {
  if (node?.type !== there?.type) return true
  return node?.type === 'file' && there?.type === 'file' && node.hash !== there.hash
}

/** For a person: folders that are only there for what is in them go without saying. */
export function toChanges(found: readonly Difference[], state: CopyState): readonly RehearsedChange[] {
  return found.filter((difference) => !goesWithoutSaying(difference, state)).map((difference) => toChange(difference, state))
}

function goesWithoutSaying({ row, there }: Difference, { rows }: CopyState): boolean {
  return row.node?.type === 'folder' && !there && rows.children(row.path).length > 0
}

function toChange({ row, there }: Difference, state: CopyState): RehearsedChange {
  const { path, node, by } = row
  const from = originOf(row, state)
  return {
    path,
    kind: there === undefined ? 'created' : node === undefined ? 'removed' : 'changed',
    type: (node ?? there)?.type ?? 'file',
    ...(from && { from }),
    isStale: isStale({ row, ...(there && { there }) }),
    by,
  }
}

export function isStale({ row: { base }, there }: Difference): boolean {
  if (base?.type !== there?.type) return true
  return base?.type === 'file' && there?.type === 'file' && base.hash !== there.hash
}

/** Where the content of a file lies in the original, if the copy has it from there. */
export function originOf({ path, node, from }: CopyRow, { origins, rows }: CopyState): RehearsedChange['from'] {
  const origin = node?.type === 'file' && node.content === undefined ? (from ?? origins.get(node.hash)) : undefined
  if (!origin || origin.path === path) return undefined
  const left = rows.get(origin.path)
  return { path: origin.path, isMoved: left !== undefined && left.node === undefined }
}
