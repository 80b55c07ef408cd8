import { isFileError } from '../file-error.ts'
import type { By, FileData, FileSystem } from '../file-system.ts'
import { joinPath, type Path, ROOT, rebase, toPath } from '../path.ts'
import type { Mount } from './mount-table.ts'
import { createMountedFiles } from './mounted-files.ts'

/** What lies beside the workspace of every thread, in the order it is shown. */
export type AreaName = 'shared' | 'reference' | 'starter'

export interface ThreadArea {
  readonly name: AreaName
  readonly at: Path
}

/** The files of many threads in one file system, each thread with a root of its own. */
export interface ThreadAreas {
  readonly areas: readonly ThreadArea[]
  /** As the thread sees them: its workspace at `/` and the areas beside it. */
  filesOf(threadId: string): FileSystem
  /** The workspace alone: what goes with the thread when it is exported, taken back or deleted. */
  workspaceOf(threadId: string): FileSystem
  /** The same areas and rights over other files that show them: a copy of what a thread sees. */
  guarded(files: FileSystem): FileSystem
  /** Gives a thread that is new its workspace, with a copy of the starter files. */
  prepare(threadId: string): Promise<void>
  /** How many files would go with the thread. None for one from before threads had files of their own. */
  countFiles(threadId: string): Promise<number>
  /** Deletes the files of a thread; with a name they go to a new folder of the shared area instead. */
  remove(threadId: string, keepAs?: string): Promise<void>
}

export interface ThreadAreasOptions {
  readonly files: FileSystem
  /** The threads that have been worked in already. */
  readonly threads: readonly string[]
  /** What new threads begin with, until a person changes it. */
  readonly starter: readonly { readonly path: Path; readonly data: FileData }[]
}

const PERSON: By = { actor: 'user' }
const STUDIO: By = { actor: 'studio' }
/** Everything of ours lies in here, so that whatever else is at the root is older than we are. */
const HOME = '/.parley'
const [WORKSPACES, EARLIER, LEAVING] = [`${HOME}/threads`, `${HOME}/earlier`, `${HOME}/leaving`]
const WRITES = { model: 'write', user: 'write' } as const
const RIGHTS = {
  shared: WRITES,
  reference: { model: 'read', user: 'write' },
  starter: { model: 'none', user: 'write' },
} as const satisfies Readonly<Record<AreaName, Mount['rights']>>
const WHOLE: Mount = { at: ROOT, root: ROOT, rights: WRITES }
const NAMES: readonly AreaName[] = ['shared', 'reference', 'starter']

/** Opens them. Files from before threads had their own are put away, whole, where the threads of that time still find them. */
export async function openThreadAreas({ files, threads, starter }: ThreadAreasOptions): Promise<ThreadAreas> {
  if (!(await exists(files, areaPath('shared')))) await begin(files, starter)
  await putEarlierAway(files)
  const since = await versionOf(files, toPath(EARLIER))
  const isOwn = await Promise.all(threads.map((id) => exists(files, workspacePath(id))))
  const old = new Set(since === undefined ? [] : threads.filter((_, index) => !isOwn[index]))
  const workspace = (id: string): Mount =>
    old.has(id)
      ? { at: ROOT, root: toPath(EARLIER), rights: WRITES, ...(since !== undefined && { since }) }
      : { at: ROOT, root: workspacePath(id), rights: WRITES }
  const areas = NAMES.map((name) => ({ name, at: toPath(`/${name}`) }))
  const beside = areas.map(({ name, at }): Mount => ({ at, root: areaPath(name), rights: RIGHTS[name] }))
  return {
    areas,
    filesOf: (id) => createMountedFiles({ files, mounts: [workspace(id), ...beside] }),
    workspaceOf: (id) => createMountedFiles({ files, mounts: [workspace(id)] }),
    guarded: (shown) =>
      createMountedFiles({
        files: shown,
        mounts: [WHOLE, ...areas.map(({ name, at }) => ({ at, root: at, rights: RIGHTS[name] }))],
      }),
    async prepare(id) {
      if (!old.has(id)) await beginWorkspace(files, workspacePath(id))
    },
    async countFiles(id) {
      if (old.has(id) || !(await exists(files, workspacePath(id)))) return 0
      return (await files.tree(workspacePath(id), PERSON)).filter((entry) => entry.type === 'file').length
    },
    async remove(id, keepAs) {
      if (old.has(id) || !(await exists(files, workspacePath(id)))) return
      if (keepAs === undefined) await files.remove(workspacePath(id), PERSON, { recursive: true })
      else await files.move(workspacePath(id), await freePath(files, areaPath('shared'), keepAs), PERSON)
    },
  }
}

const areaPath = (name: AreaName): Path => toPath(`${HOME}/${name}`)

/** The id stands in the address of the page, so it may be anything: it must not name another folder. */
const workspacePath = (threadId: string): Path => toPath(`${WORKSPACES}/${encodeURIComponent(threadId).replaceAll('.', '%2E')}`)

/** The shared area comes last: once it is there, nothing of this is done again. */
async function begin(files: FileSystem, starter: ThreadAreasOptions['starter']): Promise<void> {
  const copies = starter.map(({ path, data }) => ({ path: rebase(path, ROOT, areaPath('starter')), data }))
  await files.writeMany(copies, STUDIO)
  await files.mkdir(areaPath('shared'), STUDIO)
}

/** Another tab may be doing the same: then it is there already, which is all that is wanted. */
async function beginWorkspace(files: FileSystem, workspace: Path): Promise<void> {
  if (await exists(files, workspace)) return
  try {
    if (await exists(files, areaPath('starter'))) await files.copy(areaPath('starter'), workspace, STUDIO)
    else await files.mkdir(workspace, STUDIO)
  } catch (error) {
    if (!isFileError(error) || error.code !== 'EEXIST') throw error
  }
}

/** One by one into a waiting place, then all at once: a page closed in between goes on with it the next time. */
async function putEarlierAway(files: FileSystem): Promise<void> {
  const strays = (await files.list(ROOT, PERSON)).filter((entry) => entry.path !== HOME)
  for (const stray of strays) await files.move(stray.path, joinPath(toPath(LEAVING), stray.name), PERSON)
  if (!(await exists(files, toPath(LEAVING)))) return
  const isFirst = !(await exists(files, toPath(EARLIER)))
  await files.move(toPath(LEAVING), isFirst ? toPath(EARLIER) : await freePath(files, areaPath('shared'), 'earlier'), PERSON)
}

async function freePath(files: FileSystem, folder: Path, name: string): Promise<Path> {
  const plain =
    name
      .replaceAll(/[/\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 60) || 'conversation'
  for (let count = 1; ; count++) {
    const path = joinPath(folder, count === 1 ? plain : `${plain} ${count}`)
    if (!(await exists(files, path))) return path
  }
}

const exists = async (files: FileSystem, path: Path): Promise<boolean> => (await versionOf(files, path)) !== undefined

async function versionOf(files: FileSystem, path: Path): Promise<number | undefined> {
  try {
    return (await files.stat(path, PERSON)).version
  } catch (error) {
    if (isFileError(error)) return undefined
    throw error
  }
}
