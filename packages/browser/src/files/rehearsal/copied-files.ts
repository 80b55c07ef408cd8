import { isFileError } from '../file-error.ts'
import type { FileHistory, FileVersion } from '../file-history.ts'
import type { FileChange, FileSystem } from '../file-system.ts'
import type { Path } from '../path.ts'
import { createStoredFiles, type StoredFilesOptions } from '../stored-files.ts'
import type { CopyStore } from './copy-store.ts'
import { LOOKING } from './copy-tables.ts'

export interface CopiedFilesOptions extends Omit<StoredFilesOptions, 'store' | 'onChange'> {
  readonly original: FileSystem
  readonly store: CopyStore
}

/**
 * A copy of files that shares everything with the original until it is changed. What is written, moved and deleted here stays here; what
 * is not is read from the original, also what becomes of it meanwhile. Closing it leaves the original open.
 */
export function createCopiedFiles({ original, store, ...options }: CopiedFilesOptions): FileSystem {
  const own = createStoredFiles({ store, ...options })
  const stops = new Set<() => void>()
  /** What the copy has something else for is not what it shows. */
  const hear = async (changes: readonly FileChange[], listener: (shown: readonly FileChange[]) => void) => {
    const { rows } = await store.state()
    const shown = changes.filter(({ path }) => rows.get(path) === undefined && !rows.look(path).isHidden)
    if (shown.length > 0) listener(shown)
  }
  return {
    ...own,
    history: createCopiedHistory(own, original, store),
    watch(listener) {
      const ends = [
        own.watch(listener),
        original.watch((changes) => {
          void hear(changes, listener)
        }),
      ]
      const stop = () => {
        stops.delete(stop)
        for (const end of ends) end()
      }
      stops.add(stop)
      return stop
    },
    close() {
      for (const stop of stops) stop()
      own.close()
    },
  }
}

/** What the copy did, and before that what the original knows. */
function createCopiedHistory({ history, write }: FileSystem, original: FileSystem, store: CopyStore): FileHistory {
  const isChanged = async (path: Path) => (await store.state()).rows.get(path) !== undefined
  const before = original.history
  return {
    ...history,
    async versions(path, by) {
      if (!(await isChanged(path))) return before.versions(path, LOOKING)
      const own = await history.versions(path, by)
      const first = Math.min(...own.map(({ entry }) => entry.version))
      return [...own, ...(await before.versions(path, LOOKING)).filter(isOlderThan(first))]
    },
    readVersion: (path, version, by) =>
      orElse(
        () => history.readVersion(path, version, by),
        () => before.readVersion(path, version, LOOKING),
      ),
    async restore(path, version, by) {
      return orElse(
        () => history.restore(path, version, by),
        async () => (await write(path, (await before.readVersion(path, version, LOOKING)).data, by)).entry,
      )
    },
    blame: async (path, by) => ((await isChanged(path)) ? history.blame(path, by) : before.blame(path, LOOKING)),
    // It goes with the copy, all at once.
    retain: () => history.size(),
  }
}

const isOlderThan =
  (version: number) =>
  ({ entry }: FileVersion): boolean =>
    entry.version < version

/** A version that the copy does not know may be one of the original. */
async function orElse<Result>(first: () => Promise<Result>, then: () => Promise<Result>): Promise<Result> {
  try {
    return await first()
  } catch (error) {
    if (!isFileError(error) || error.code !== 'ENOENT') throw error
    return await then()
  }
}
