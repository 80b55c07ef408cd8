import type { FileSystem } from './file-system.ts'
import type { FileStore } from './store/file-store.ts'
import { loadFile, loadFiles } from './store/read-nodes.ts'

/**
 * The file system of a tab that may only want to read one file: that needs nothing but the store. Everything else is made when it is
 * called for.
 */
export function createOpenedFiles(store: FileStore, make: () => FileSystem): FileSystem {
  let made: FileSystem | undefined
  const files = () => {
    made ??= make()
    return made
  }
  return {
    stat: (path, by) => files().stat(path, by),
    list: (path, by) => files().list(path, by),
    tree: (path, by) => files().tree(path, by),
    read: (path) => loadFile(store, path),
    readMany: (paths) => loadFiles(store, paths),
    write: (path, data, by, options) => files().write(path, data, by, options),
    writeMany: (batch, by) => files().writeMany(batch, by),
    mkdir: (path, by) => files().mkdir(path, by),
    move: (from, to, by) => files().move(from, to, by),
    copy: (from, to, by) => files().copy(from, to, by),
    remove: (path, by, options) => files().remove(path, by, options),
    watch: (listener) => files().watch(listener),
    get history() {
      return files().history
    },
    close() {
      if (made === undefined) store.close()
      else made.close()
    },
  }
}
