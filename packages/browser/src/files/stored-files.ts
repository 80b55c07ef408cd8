import { ChangeFeed, type Neighbours } from './change-feed.ts'
import { prepareContent } from './file-content.ts'
import type { FileHistory } from './file-history.ts'
import type { By, Entry, FileSystem, FileToWrite, Written } from './file-system.ts'
import { createStoredHistory } from './history/stored-history.ts'
import type { Path } from './path.ts'
import { ChangeDraft } from './plan/change-draft.ts'
import { type MakeChange, planCopy, planFolder, planMove, planRemoval, planWrite } from './plan/change-nodes.ts'
import type { FileStore } from './store/file-store.ts'
import { loadFile, loadFiles, readChildren, readEntry, readTree } from './store/read-nodes.ts'
import type { LogRecord } from './store/stored-node.ts'

export interface StoredFilesOptions {
  readonly store: FileStore
  /** Other tabs on the same store. Absent when there can be none. */
  readonly neighbours?: Neighbours
  readonly clock?: () => number
  /** Called after each change of this tab. */
  readonly onChange?: (history: FileHistory) => void
}

/** The file system over any store. */
export function createStoredFiles({ store, neighbours, clock = Date.now, onChange }: StoredFilesOptions): FileSystem {
  const feed = new ChangeFeed(store, neighbours)
  const make: MakeChange = async (change) => {
    let records: readonly LogRecord[] = []
    const result = await store.change(async (tables) => {
      const draft = await ChangeDraft.open(tables, { operation: change.operation, by: change.by, time: clock() }, change.paths)
      const planned = await change.plan(draft, tables)
      records = await draft.finish()
      return planned
    })
    feed.announce(records)
    if (records.length > 0) onChange?.(history)
    return result
  }
  const history = createStoredHistory(store, make, clock)
  return {
    ...createReading(store),
    ...createWriting(make),
    ...createArranging(make),
    watch: (listener) => feed.watch(listener),
    history,
    close() {
      feed.close()
      store.close()
    },
  }
}

function createReading(store: FileStore): Pick<FileSystem, 'stat' | 'list' | 'tree' | 'read' | 'readMany'> {
  return {
    stat: (path) => store.read((tables) => readEntry(tables, path)),
    list: (path) => store.read((tables) => readChildren(tables, path)),
    tree: (path) => store.read((tables) => readTree(tables, path)),
    read: (path) => loadFile(store, path),
    readMany: (paths) => loadFiles(store, paths),
  }
}

function createWriting(make: MakeChange): Pick<FileSystem, 'write' | 'writeMany' | 'mkdir'> {
  const writeMany = async (files: readonly FileToWrite[], by: By): Promise<readonly Written[]> => {
    const prepared = await Promise.all(files.map(async (file) => ({ ...file, content: await prepareContent(file.data) })))
    return make({
      operation: 'write',
      by,
      paths: files.map((file) => file.path),
      plan: (draft) =>
        prepared.map((file) => {
          const written = planWrite(draft, file)
          draft.handOver()
          return written
        }),
    })
  }
  return {
    writeMany,
    async write(path, data, by, options) {
      const [written] = await writeMany([{ path, data, ...options }], by)
      if (written === undefined) throw new Error('One file was written and none came back.')
      return written
    },
    mkdir: (path, by) =>
      make({
        operation: 'mkdir',
        by,
        paths: [path],
        plan(draft) {
          planFolder(draft, path)
          const entry = draft.entry(path)
          if (entry.type === 'file') throw new Error(`${path} was made a folder and is a file.`)
          return entry
        },
      }),
  }
}

function createArranging(make: MakeChange): Pick<FileSystem, 'move' | 'copy' | 'remove'> {
  const transfer = (operation: 'move' | 'copy', plan: typeof planMove) => (from: Path, to: Path, by: By) =>
    make<Entry>({
      operation,
      by,
      paths: [from, to],
      async plan(draft, tables) {
        // To rename a thing to the name it has is no change, as in POSIX.
        if (operation === 'move' && from === to) return readEntry(tables, from)
        await plan(draft, tables, from, to)
        return draft.entry(to)
      },
    })
  return {
    move: transfer('move', planMove),
    copy: transfer('copy', planCopy),
    remove: (path, by, options = {}) =>
      make({ operation: 'remove', by, paths: [path], plan: (draft, tables) => planRemoval(draft, tables, path, options) }),
  }
}
