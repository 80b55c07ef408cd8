import type { By, FileSystem, FileVersion, LoggedOperation, Path } from '@parley/browser/files'
import { YOU } from '../files/use-file-tree.ts'

/** What a file was at one moment. */
export type Side =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string; readonly version: number }
  | { readonly kind: 'binary'; readonly hash: string; readonly version: number }

/** What the calls of one turn made of a file. */
export interface TurnChange {
  readonly path: Path
  readonly before: Side
  readonly after: Side
  /** Nobody has touched it since: it can be taken back. */
  readonly isCurrent: boolean
}

interface Touched {
  readonly path: Path
  readonly first: number
  readonly last: LoggedOperation
}

const ABSENT: Side = { kind: 'absent' }

/** Who takes changes of a turn back: what they leave of it is still what the turn changed. */
export const reviewerOf = ([first]: readonly string[]): By => ({ actor: 'user', call: `review-${first}` })

/**
 * The files that these calls touched, each from before the first of them to after the last, or to what a review has left of it,
 * in the order of their paths.
 */
export async function turnChanges(files: FileSystem, calls: readonly string[]): Promise<readonly TurnChange[]> {
  const operations = await files.history.operations()
  const meant = new Set(calls.flatMap((call) => [call, reviewerOf([call]).call]))
  const touched = touchedBy(operations.filter(({ by }) => by.call !== undefined && meant.has(by.call)))
  const changes = await Promise.all(touched.map((one) => changeOf(files, operations, one)))
  return changes.filter(isChange).toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** A folder has no content, and what was written and deleted again is as it was. */
function isChange({ before, after }: TurnChange): boolean {
  if (before.kind === 'text' && after.kind === 'text') return before.text !== after.text
  if (before.kind === 'binary' && after.kind === 'binary') return before.hash !== after.hash
  return before.kind !== after.kind
}

/** `operations` begin with the newest. */
function touchedBy(operations: readonly LoggedOperation[]): readonly Touched[] {
  const found = new Map<Path, Touched>()
  for (const operation of operations)
    for (const path of operation.paths)
      found.set(path, { path, first: operation.version, last: found.get(path)?.last ?? operation })
  return [...found.values()]
}

async function changeOf(
  files: FileSystem,
  operations: readonly LoggedOperation[],
  { path, first, last }: Touched,
): Promise<TurnChange> {
  const versions = (await files.history.versions(path, YOU)).filter(({ formerPath }) => formerPath === undefined)
  const about = operations.filter(({ paths }) => paths.includes(path))
  const prior = about.find(({ version }) => version < first)
  const old = prior?.operation === 'remove' ? undefined : versions.find(({ entry }) => entry.version < first)
  const made = versions.find(({ entry }) => entry.version <= last.version && entry.version >= first)
  return {
    path,
    before: await sideOf(files, path, old),
    after: await sideOf(files, path, last.operation === 'remove' ? undefined : made),
    isCurrent: about[0]?.version === last.version,
  }
}

async function sideOf(files: FileSystem, path: Path, version: FileVersion | undefined): Promise<Side> {
  if (!version) return ABSENT
  const { data } = await files.history.readVersion(path, version.entry.version, YOU)
  return typeof data === 'string'
    ? { kind: 'text', text: data, version: version.entry.version }
    : { kind: 'binary', hash: version.entry.hash, version: version.entry.version }
}
