import { isFileError, rootStays } from '../file-error.ts'
import type { FileHistory, FileVersion, Undone } from '../file-history.ts'
import type { By, Entry, FileSystem } from '../file-system.ts'
import { type Path, ROOT } from '../path.ts'
import {
  MountTable,
  type MountTableOptions,
  mountEntry,
  type Right,
  showChange,
  showEntry,
  showWhole,
  translated,
} from './mount-table.ts'

export interface MountedFilesOptions extends MountTableOptions {
  readonly files: FileSystem
}

/**
 * Files as one thread sees them: its workspace at `/`, shared areas beside it, and rights that differ for model and user.
 * Closing it leaves the files behind open.
 */
export function createMountedFiles({ files, ...options }: MountedFilesOptions): FileSystem {
  const table = new MountTable(options)
  const stops = new Set<() => void>()
  return {
    ...createReading(files, table),
    ...createWriting(files, table),
    ...createArranging(files, table),
    watch(listener) {
      const stop = files.watch((changes) => {
        const shown = changes.flatMap((change) => showChange(table, change))
        if (shown.length > 0) listener(shown)
      })
      stops.add(stop)
      return () => {
        stops.delete(stop)
        stop()
      }
    },
    history: createMountedHistory(files.history, table),
    close() {
      for (const stop of stops) stop()
      stops.clear()
    },
  }
}

function createReading(files: FileSystem, table: MountTable): Pick<FileSystem, 'stat' | 'list' | 'tree' | 'read' | 'readMany'> {
  /** A mount point is a folder from the start, though nothing may lie behind it yet. */
  const orEmpty = async (path: Path, asked: Promise<readonly Entry[]>): Promise<readonly Entry[]> => {
    try {
      return await asked
    } catch (error) {
      if (table.isMountPoint(path) && isFileError(error) && error.code === 'ENOENT') return []
      throw table.translate(error)
    }
  }
  const inside = async (path: Path, by: By, ask: 'list' | 'tree'): Promise<readonly Entry[]> => {
    const entries = await orEmpty(path, files[ask](table.enter(path, by, 'read').behind, by))
    return entries.flatMap((entry) => showEntry(table, entry))
  }
  /** What a mount beside the workspace shows is listed with it. */
  const isOwn = (entry: Entry) => !table.isCovered(entry.path)
  return {
    async stat(path, by) {
      const { behind, mount } = table.enter(path, by, 'read')
      if (mount.at === path) return mountEntry(mount)
      return showWhole(table, await translated(table, files.stat(behind, by)))
    },
    async list(path, by) {
      const entries = await inside(path, by, 'list')
      return path === ROOT ? [...entries.filter(isOwn), ...table.beside(by).map(mountEntry)].sort(byKey) : entries
    },
    async tree(path, by) {
      const entries = await inside(path, by, 'tree')
      if (path !== ROOT) return entries
      const beside = await Promise.all(
        table.beside(by).map(async (mount) => [mountEntry(mount), ...(await inside(mount.at, by, 'tree'))]),
      )
      return [...entries.filter(isOwn), ...beside.flat()].sort(byKey)
    },
    async read(path, by) {
      const { entry, data } = await translated(table, files.read(table.enterFile(path, by, 'read').behind, by))
      return { entry: showWhole(table, entry), data }
    },
    async readMany(paths, by) {
      const behind = paths.map((path) => table.enter(path, by, 'read').behind)
      const found = await translated(table, files.readMany(behind, by))
      return found.map((content) => content && { entry: showWhole(table, content.entry), data: content.data })
    },
  }
}

function createWriting(files: FileSystem, table: MountTable): Pick<FileSystem, 'write' | 'writeMany' | 'mkdir'> {
  return {
    async write(path, data, by, options) {
      const { entry, replaced } = await translated(
        table,
        files.write(table.enterFile(path, by, 'write').behind, data, by, options),
      )
      return { entry: showWhole(table, entry), ...(replaced && { replaced: showWhole(table, replaced) }) }
    },
    async writeMany(batch, by) {
      const behind = batch.map((file) => ({ ...file, path: table.enterFile(file.path, by, 'write').behind }))
      const written = await translated(table, files.writeMany(behind, by))
      return written.map(({ entry, replaced }) => ({
        entry: showWhole(table, entry),
        ...(replaced && { replaced: showWhole(table, replaced) }),
      }))
    },
    mkdir: async (path, by) => showWhole(table, await translated(table, files.mkdir(table.enter(path, by, 'write').behind, by))),
  }
}

function createArranging(files: FileSystem, table: MountTable): Pick<FileSystem, 'move' | 'copy' | 'remove'> {
  /** A source that is missing is the first thing to say, also when the target is taken. */
  const freePlace = async (source: Path, to: Path, by: By): Promise<Path> => {
    if (table.isMountPoint(to)) await translated(table, files.stat(source, by))
    return table.enterFree(to, by).behind
  }
  return {
    async move(from, to, by) {
      if (from === to && table.isMountPoint(from)) return mountEntry(table.enter(from, by, 'write').mount)
      const source = table.enterToTake(from, by).behind
      const target = await freePlace(source, to, by)
      return showWhole(table, await translated(table, files.move(source, target, by)))
    },
    async copy(from, to, by) {
      if (from === ROOT) throw rootStays()
      const source = table.enter(from, by, 'read').behind
      const target = await freePlace(source, to, by)
      return showWhole(table, await translated(table, files.copy(source, target, by)))
    },
    remove: async (path, by, options) => translated(table, files.remove(table.enterToTake(path, by).behind, by, options)),
  }
}

/** By folder, then name, as files behind order them. */
function byKey(left: Entry, right: Entry): number {
  const [leftFolder, rightFolder] = [left.path.slice(0, -left.name.length), right.path.slice(0, -right.name.length)]
  return leftFolder === rightFolder ? compare(left.name, right.name) : compare(leftFolder, rightFolder)
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** The history of what the mounts show. Sizes and limits are those of the files behind: there is one log. */
function createMountedHistory(history: FileHistory, table: MountTable): FileHistory {
  const behind = (path: Path, by: By, need: Right) => table.enter(path, by, need).behind
  const shownPaths = (paths: readonly Path[]) => paths.flatMap((path) => table.shown(path) ?? [])
  const showUndone = ({ restored, conflicts }: Undone) => ({ restored: shownPaths(restored), conflicts: shownPaths(conflicts) })
  const showVersion = ({ entry, formerPath, ...version }: FileVersion): FileVersion => {
    const former = formerPath && table.shown(formerPath)
    return { ...version, entry: showWhole(table, entry), ...(former && { formerPath: former }) }
  }
  return {
    versions: async (path, by) => (await translated(table, history.versions(behind(path, by, 'read'), by))).map(showVersion),
    async readVersion(path, version, by) {
      const { entry, data } = await translated(table, history.readVersion(behind(path, by, 'read'), version, by))
      return { entry: showWhole(table, entry), data }
    },
    diff: async (path, from, to, by) => translated(table, history.diff(behind(path, by, 'read'), from, to, by)),
    restore: async (path, version, by) =>
      showWhole(table, await translated(table, history.restore(behind(path, by, 'write'), version, by))),
    now: () => history.now(),
    versionAt: (time) => history.versionAt(time),
    async restoreAll(root, version, by) {
      const { behind: area, mount } = table.enter(root, by, 'write')
      const reached = Math.max(version, mount.since ?? 0)
      return showUndone(await translated(table, history.restoreAll(area, reached, by)))
    },
    async undo(call, by, within = [ROOT]) {
      const areas = within.flatMap((folder) => table.areas(folder, by, 'write'))
      return showUndone(await translated(table, history.undo(call, by, areas)))
    },
    async operations({ within = [ROOT], limit } = {}) {
      const areas = within.flatMap((folder) => table.areas(folder, person, 'none'))
      const found = await history.operations({ within: areas, ...(limit !== undefined && { limit }) })
      return found.map((operation) => ({ ...operation, paths: shownPaths(operation.paths) }))
    },
    blame: async (path, by) => translated(table, history.blame(behind(path, by, 'read'), by)),
    size: () => history.size(),
    retain: (limits) => history.retain(limits),
  }
}

const person: By = { actor: 'user' }
