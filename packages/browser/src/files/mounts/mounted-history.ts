import type { FileHistory, FileVersion, Undone } from '../file-history.ts'
import type { By } from '../file-system.ts'
import { type Path, ROOT } from '../path.ts'
import { type MountTable, type Right, showWhole, translated } from './mount-table.ts'

/** The history of what the mounts show. Sizes and limits are those of the files behind: there is one log. */
export function createMountedHistory(history: FileHistory, table: MountTable): FileHistory {
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
