import type { StoredContent } from '../file-content.ts'
import type { Path } from '../path.ts'
import type { ContentTables, FileStore } from '../store/file-store.ts'
import { answer, begin } from './indexeddb-request.ts'
import type { Connection } from './indexeddb-schema.ts'
import { createNodeTables, liftNode } from './indexeddb-tables.ts'

/** Thrown when a content was forgotten between the two looks that a first read takes. */
const gone = Symbol('gone')

/**
 * A store that is only made when it is needed. The first content that a tab wants is fetched without it, and without a look
 * around: to remember anything can wait for the second.
 */
export function createFirstReadStore({ database }: Connection, make: () => FileStore): FileStore {
  let made: FileStore | undefined
  let hasRead = false
  const store = () => {
    made ??= make()
    return made
  }
  return {
    read: (work) => store().read(work),
    change: (work) => store().change(work),
    async readContents(work) {
      if (made !== undefined || hasRead) return store().readContents(work)
      hasRead = true
      const packed: Path[] = []
      try {
        return await work(createFirstTables(database(), (path) => packed.push(path)))
      } catch (error) {
        if (error === gone) return store().readContents(work)
        throw error
      } finally {
        const [first, second] = packed
        // The file that is wanted first will be so at the next visit.
        if (first !== undefined && second === undefined) lift(database(), first)
      }
    },
    close() {
      if (made === undefined) database().close()
      else made.close()
    },
  }
}

/** A transaction over one store is begun sooner than one over two, and small contents lie with their nodes. */
function createFirstTables(database: IDBDatabase, onPacked: (path: Path) => void): ContentTables {
  const { node, bareNode } = createNodeTables(begin(database, 'readonly', 'nodes').objectStore('nodes'), onPacked)
  return {
    node,
    bareNode,
    async blob(hash) {
      const stored: StoredContent | undefined = await answer(begin(database, 'readonly', 'blobs').objectStore('blobs').get(hash))
      if (stored === undefined) throw gone
      return stored
    },
  }
}

/** A favour: whatever becomes of it, nothing but a little time is lost. */
function lift(database: IDBDatabase, path: Path): void {
  const work = async () => liftNode(begin(database, 'readwrite', 'nodes').objectStore('nodes'), path)
  work().catch(() => undefined)
}
