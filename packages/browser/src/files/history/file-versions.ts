import { say } from '../../words/files.ts'
import type { StoredContent } from '../file-content.ts'
import { FileError } from '../file-error.ts'
import type { FileVersion } from '../file-history.ts'
import { nameOf, type Path } from '../path.ts'
import type { FileTables } from '../store/file-store.ts'
import { contentOf, type FoundContent } from '../store/read-nodes.ts'
import { type FileState, toFileEntry } from '../store/stored-node.ts'
import { contentAfter, contentBefore, type Step, stepIn, stepsOf } from './version-content.ts'

/** A version and how to get at its content. */
interface Kept {
  readonly version: FileVersion
  content(): Promise<StoredContent>
}

/** Newest first; follows the file backwards through its moves. */
export async function findVersions(tables: FileTables, path: Path): Promise<readonly FileVersion[]> {
  return (await findKept(tables, path)).map((kept) => kept.version)
}

export async function readKept(tables: FileTables, path: Path, version: number): Promise<FoundContent> {
  const direct = await stepIn(tables, path, version)
  if (direct?.change.after?.type === 'file' && direct.record.version === version) {
    const kept = keptAfter(tables, path, direct)
    return { entry: kept.version.entry, stored: await kept.content() }
  }
  const kept = (await findKept(tables, path)).find((candidate) => candidate.version.entry.version === version)
  if (kept === undefined) throw new FileError('ENOENT', path, say('file.no-version', { version, path }))
  return { entry: kept.version.entry, stored: await kept.content() }
}

async function findKept(tables: FileTables, path: Path): Promise<readonly Kept[]> {
  const found: Kept[] = []
  let place: Path | undefined = path
  let until = Number.POSITIVE_INFINITY
  while (place !== undefined) {
    const here: Path = place
    const steps = (await stepsOf(tables, here)).filter((step) => step.record.sequence <= until).toReversed()
    const arrival = steps.find((step) => step.change.from !== undefined)
    const own = arrival === undefined ? steps : steps.slice(0, steps.indexOf(arrival) + 1)
    for (const step of own) if (step.change.after?.type === 'file') found.push(keptAfter(tables, path, step))
    if (arrival === undefined) {
      const oldest = own.at(-1)
      if (oldest?.change.before?.type === 'file') found.push(keptBefore(tables, path, oldest, oldest.change.before))
    }
    until = arrival?.record.sequence ?? 0
    place = arrival?.change.from
  }
  return found.length > 0 ? found : findPresent(tables, path)
}

function keptAfter(tables: FileTables, path: Path, step: Step): Kept {
  const { record, change } = step
  // Guarded by the caller: only steps that left a file come here.
  const state = change.after as FileState
  const version = toVersion(path, change.path, state, { time: record.time, by: record.by, operation: record.operation })
  return { version, content: () => contentAfter(tables, step) }
}

/** What the oldest kept record replaced: its own record is gone, its content is not. */
function keptBefore(tables: FileTables, path: Path, step: Step, state: FileState): Kept {
  const version = toVersion(path, step.change.path, state, { time: state.modified, by: state.by, operation: 'write' })
  return { version, content: () => contentBefore(tables, step) }
}

/** A file whose whole history was let go has one version: the present one. */
async function findPresent(tables: FileTables, path: Path): Promise<readonly Kept[]> {
  const node = await tables.node(path)
  if (node?.type !== 'file') return []
  const version = toVersion(path, path, node, { time: node.modified, by: node.by, operation: 'write' })
  return [{ version, content: () => contentOf(tables, node) }]
}

function toVersion(path: Path, place: Path, state: FileState, made: Pick<FileVersion, 'time' | 'by' | 'operation'>): FileVersion {
  const entry = toFileEntry(path, nameOf(path), state)
  return { entry, ...made, ...(place !== path && { formerPath: place }) }
}
