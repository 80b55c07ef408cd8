import { say } from '../../words/files.ts'
import type { StoredContent } from '../file-content.ts'
import { FileError } from '../file-error.ts'
import type { Path } from '../path.ts'
import type { FileTables } from '../store/file-store.ts'
import { contentOf } from '../store/read-nodes.ts'
import type { FileState, LogRecord, StoredChange } from '../store/stored-node.ts'

/** A change together with the record it stands in. */
export interface Step {
  readonly record: LogRecord
  readonly change: StoredChange
}

/** What happened at one path, oldest first. */
export async function stepsOf(tables: FileTables, path: Path): Promise<readonly Step[]> {
  const records = await tables.recordsOf(path)
  return records.flatMap((record) =>
    record.changes.filter((change) => change.path === path).map((change) => ({ record, change })),
  )
}

/**
 * The content that `state` had at `path` until `step` ended it. A step that only moved it, or wrote the same again, does not
 * carry it: then it is further along.
 *
 *     write A at /x · move /x → /y · write B at /y
 *                     ^^^^^^^^^^^^ carries nothing
 *                                    ^^^^^^^^^^^^^ carries A
 */
export async function contentBefore(tables: FileTables, step: Step): Promise<StoredContent> {
  let { record, change } = step
  for (;;) {
    const { before } = change
    if (before?.type !== 'file') throw new Error(`There was no file at ${change.path} before change ${record.version}.`)
    if (before.content !== undefined) return before.content
    const place: Path = change.to ?? change.path
    const livesOn = change.to !== undefined || (change.after?.type === 'file' && change.after.hash === before.hash)
    if (!livesOn) return largeContent(tables, place, before)
    const { sequence } = record
    const next = (await stepsOf(tables, place)).find(
      (later) => later.record.sequence > sequence && later.change.before !== undefined,
    )
    if (next === undefined) return presentContent(tables, place, before)
    record = next.record
    change = next.change
  }
}

/** The content of the file that `step` left behind. */
export async function contentAfter(tables: FileTables, step: Step): Promise<StoredContent> {
  const { after, path } = step.change
  if (after?.type !== 'file') throw new Error(`Change ${step.record.version} left no file at ${path}.`)
  const next = await nextStep(tables, path, step.record.sequence)
  return next === undefined ? presentContent(tables, path, after) : contentBefore(tables, next)
}

/** The step that one record took at a path. */
export async function stepIn(tables: FileTables, path: Path, sequence: number): Promise<Step | undefined> {
  const record = await tables.record(sequence)
  const change = record?.changes.find((candidate) => candidate.path === path)
  return record === undefined || change === undefined ? undefined : { record, change }
}

/** The first step after a record that found something at the path. Reads no more of the log than it must. */
async function nextStep(tables: FileTables, path: Path, sequence: number): Promise<Step | undefined> {
  for (const later of await tables.sequencesOf(path)) {
    const step = later > sequence ? await stepIn(tables, path, later) : undefined
    if (step?.change.before !== undefined) return step
  }
  return undefined
}

async function presentContent(tables: FileTables, path: Path, state: FileState): Promise<StoredContent> {
  const node = await tables.node(path)
  if (node?.type === 'file' && node.hash === state.hash) return contentOf(tables, node)
  return largeContent(tables, path, state)
}

async function largeContent(tables: FileTables, path: Path, state: FileState): Promise<StoredContent> {
  const data = await tables.blob(state.hash)
  if (data === undefined) throw new FileError('ENOENT', path, say('file.version-gone', { path }))
  return data
}
