import { say } from '../../words/files.ts'
import { isInline, type StoredContent } from '../file-content.ts'
import { FileError, isAFolder } from '../file-error.ts'
import type { Undone } from '../file-history.ts'
import { isInside, type Path, parentOf, ROOT, storedPath } from '../path.ts'
import type { ChangeDraft } from '../plan/change-draft.ts'
import type { FileTables, WritableFileTables } from '../store/file-store.ts'
import { readKept } from './file-versions.ts'
import { contentBefore, type Step } from './version-content.ts'

/** Per path, what one stretch of the log began and ended with. */
interface Span {
  readonly first: Step
  readonly last: Step
}

/** Plans one old content as the new one. */
export async function planRestore(draft: ChangeDraft, tables: WritableFileTables, path: Path, version: number): Promise<void> {
  const { entry, stored } = await readKept(tables, path, version)
  const present = draft.node(path)
  if (present?.type === 'folder') throw isAFolder(path)
  draft.addFolders(path)
  draft.put(path, draft.newFile(entry, present?.created ?? entry.created), ifInline(entry, stored))
}

/** Plans everything below `root` as it was when `version` was the newest. */
export async function planRestoreAll(
  draft: ChangeDraft,
  tables: WritableFileTables,
  root: Path,
  version: number,
): Promise<Undone> {
  if (((await tables.meta('forgotten')) ?? 0) > version) {
    throw new FileError('ENOENT', root, say('file.history-short'))
  }
  // A huge operation takes several records, and all of them belong to the version of the first.
  const spans = spansOf((await tables.recordsAfter(version)).filter((record) => record.version > version))
  for (const path of spans.keys()) if (!isInside(path, root)) spans.delete(path)
  await draft.load([...spans.keys()])
  return { restored: await bringBack(draft, tables, spans), conflicts: [] }
}

/** Plans the opposite of everything that one call did, where nobody has changed it since. */
export async function planUndo(
  draft: ChangeDraft,
  tables: WritableFileTables,
  call: string,
  within: readonly Path[],
): Promise<Undone> {
  const spans = spansOf(await tables.recordsOfCall(call))
  for (const path of spans.keys()) if (!within.some((folder) => isInside(path, folder))) spans.delete(path)
  await draft.load([...spans.keys()])
  const conflicts = new Set<Path>()
  for (const [path, { last }] of spans) {
    const present = draft.node(path)
    const untouched = last.change.after === undefined ? present === undefined : present?.version === last.record.version
    if (!untouched || isBelowFileToStay(draft, spans, path)) conflicts.add(path)
  }
  for (const path of await foldersStillUsed(tables, spans, conflicts)) conflicts.add(path)
  for (const path of conflicts) spans.delete(path)
  return { restored: await bringBack(draft, tables, spans), conflicts: [...conflicts].sort() }
}

function spansOf(records: readonly Step['record'][]): Map<Path, Span> {
  const spans = new Map<Path, Span>()
  for (const record of records) {
    for (const change of record.changes) {
      const step = { record, change }
      spans.set(change.path, { first: spans.get(change.path)?.first ?? step, last: step })
    }
  }
  return spans
}

function isBelowFileToStay(draft: ChangeDraft, spans: ReadonlyMap<Path, Span>, path: Path): boolean {
  for (let folder = parentOf(path); folder !== ROOT; folder = parentOf(folder)) {
    const node = draft.node(folder)
    if (node?.type === 'folder') return false
    if (node?.type === 'file' && !spans.has(folder)) return true
  }
  return false
}

/** Folders that the call made, in which something now lies that would stay. They stay too. */
async function foldersStillUsed(
  tables: FileTables,
  spans: ReadonlyMap<Path, Span>,
  conflicts: ReadonlySet<Path>,
): Promise<readonly Path[]> {
  const used: Path[] = []
  for (const [path, { first, last }] of spans) {
    if (first.change.before?.type === 'folder' || last.change.after?.type !== 'folder') continue
    const below = await tables.bareBelow(path)
    const stays = below.some((node) => {
      const child = storedPath(node.parent, node.name)
      return !spans.has(child) || conflicts.has(child)
    })
    if (stays) used.push(path)
  }
  return used
}

async function bringBack(draft: ChangeDraft, tables: FileTables, spans: ReadonlyMap<Path, Span>): Promise<readonly Path[]> {
  const restored: Path[] = []
  const parentsFirst = [...spans].sort(([left], [right]) => (left < right ? -1 : 1))
  for (const [path, { first }] of parentsFirst) {
    if (first.change.before === undefined && draft.node(path) !== undefined) {
      draft.remove(path)
      restored.push(path)
    }
  }
  for (const [path, { first }] of parentsFirst) {
    if (await putBack(draft, tables, path, first)) restored.push(path)
  }
  return restored.sort()
}

async function putBack(draft: ChangeDraft, tables: FileTables, path: Path, step: Step): Promise<boolean> {
  const { before } = step.change
  const present = draft.node(path)
  if (before === undefined) return false
  if (before.type === 'folder') {
    if (present?.type === 'folder') return false
    draft.addFolders(path)
    draft.put(path, { ...before, version: draft.version })
    return true
  }
  if (present?.type === 'file' && present.hash === before.hash) return false
  const stored = await contentBefore(tables, step)
  draft.addFolders(path)
  draft.put(path, draft.newFile(before, before.created), ifInline(before, stored))
  return true
}

/** A large content is in the store already: it was found there. */
function ifInline({ size }: { readonly size: number }, stored: StoredContent): StoredContent | undefined {
  return isInline(size) ? stored : undefined
}
