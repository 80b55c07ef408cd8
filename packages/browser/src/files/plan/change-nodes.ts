import { say } from '../../words/files.ts'
import type { PreparedContent } from '../file-content.ts'
import { FileError, isAFolder, rootStays, taken } from '../file-error.ts'
import type { Operation } from '../file-history.ts'
import type { By, RemoveOptions, WriteOptions, Written } from '../file-system.ts'
import { isInside, type Path, ROOT, rebase, storedPath } from '../path.ts'
import type { WritableFileTables } from '../store/file-store.ts'
import { missing } from '../store/read-nodes.ts'
import { type NodeState, type StoredFile, type StoredNode, toFileEntry } from '../store/stored-node.ts'
import type { ChangeDraft } from './change-draft.ts'

export interface PreparedFile extends WriteOptions {
  readonly path: Path
  readonly content: PreparedContent
}

/** Plans one write and tells what it would make and replace. */
export function planWrite(draft: ChangeDraft, { path, content, expect }: PreparedFile): Written {
  const present = draft.node(path)
  if (present?.type === 'folder') throw isAFolder(path)
  checkExpectation(path, present, expect)
  draft.addFolders(path)
  const state = draft.newFile(content, present?.created ?? draft.time)
  const { name } = draft.putNew(path, state, content.stored)
  const entry = toFileEntry(path, name, state)
  return present === undefined ? { entry } : { entry, replaced: toFileEntry(path, name, present) }
}

export function planFolder(draft: ChangeDraft, path: Path): void {
  const present = draft.node(path)
  if (present?.type === 'file') throw taken(path)
  if (present !== undefined) return
  draft.addFolders(path)
  draft.put(path, draft.newFolder())
}

/** Plans the removal of a node with everything below it. */
export async function planRemoval(
  draft: ChangeDraft,
  tables: WritableFileTables,
  path: Path,
  options: RemoveOptions,
): Promise<void> {
  if (path === ROOT) throw rootStays()
  const node = draft.node(path)
  if (node === undefined) throw await missing(tables, path)
  const below = node.type === 'folder' ? await tables.below(path) : []
  if (below.length > 0 && options.recursive !== true) {
    throw new FileError('ENOTEMPTY', path, say('file.not-empty', { path }))
  }
  for (const child of below) {
    const childPath = storedPath(child.parent, child.name)
    draft.learn(childPath, child)
    draft.remove(childPath)
  }
  draft.remove(path)
}

export async function planMove(draft: ChangeDraft, tables: WritableFileTables, from: Path, to: Path): Promise<void> {
  for (const [path, node] of await planTransfer(draft, tables, from, to)) {
    const target = rebase(path, from, to)
    draft.remove(path, target)
    draft.put(target, moved(draft, node), contentIn(node), path)
  }
}

export async function planCopy(draft: ChangeDraft, tables: WritableFileTables, from: Path, to: Path): Promise<void> {
  for (const [path, node] of await planTransfer(draft, tables, from, to)) {
    const state = node.type === 'folder' ? draft.newFolder() : { ...moved(draft, node), created: draft.time }
    draft.put(rebase(path, from, to), state, contentIn(node))
  }
}

/** Everything that goes from one place to the other, after every reason to refuse was looked at. */
async function planTransfer(
  draft: ChangeDraft,
  tables: WritableFileTables,
  from: Path,
  to: Path,
): Promise<readonly (readonly [Path, StoredNode])[]> {
  if (from === ROOT) throw rootStays()
  const node = draft.node(from)
  if (node === undefined) throw await missing(tables, from)
  if (draft.node(to) !== undefined) throw taken(to)
  if (isInside(to, from)) throw new FileError('EINVAL', to, say('file.inside', { to, from }))
  const below = node.type === 'folder' ? await tables.below(from) : []
  draft.addFolders(to)
  const tree = below.map((child) => [storedPath(child.parent, child.name), child] as const)
  for (const [path, child] of tree) draft.learn(path, child)
  return [[from, node], ...tree]
}

function checkExpectation(path: Path, present: StoredFile | undefined, expect: WriteOptions['expect']): void {
  if (expect === undefined) return
  if (expect === 'absent') {
    if (present !== undefined) throw taken(path)
    return
  }
  if (present?.version === expect) return
  throw new FileError(
    'ESTALE',
    path,
    present === undefined
      ? say('file.removed', { path })
      : say('file.changed', { path, actor: say(`file.actor-${present.by.actor}`) }),
  )
}

function moved(draft: ChangeDraft, node: StoredNode): NodeState {
  return node.type === 'folder' ? { ...node, version: draft.version } : { ...node, version: draft.version, by: draft.by }
}

function contentIn(node: StoredNode): StoredFile['content'] {
  return node.type === 'file' ? node.content : undefined
}

/** One operation: which paths to look up first, and what to plan with them. */
interface Change<Result> {
  readonly operation: Operation
  readonly by: By
  readonly paths: readonly Path[]
  plan(draft: ChangeDraft, tables: WritableFileTables): Promise<Result> | Result
}

export type MakeChange = <Result>(change: Change<Result>) => Promise<Result>
