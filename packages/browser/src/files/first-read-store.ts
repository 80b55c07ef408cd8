import type { FileStore } from './file-store.ts'
import { begin } from './indexeddb-request.ts'
import { CONTENT_STORES, type Connection } from './indexeddb-schema.ts'
import { createContentTables, liftNode } from './indexeddb-tables.ts'
import type { Path } from './path.ts'

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
      const result = await work(createContentTables(begin(database(), 'readonly', CONTENT_STORES), (path) => packed.push(path)))
      const [first, second] = packed
      // The file that is wanted first will be so at the next visit.
      if (first !== undefined && second === undefined) lift(database(), first)
      return result
    },
    close() {
      if (made === undefined) database().close()
      else made.close()
    },
  }
}

/** A favour: whatever becomes of it, nothing but a little time is lost. */
function lift(database: IDBDatabase, path: Path): void {
  const work = async () => liftNode(begin(database, 'readwrite', ['nodes']).objectStore('nodes'), path)
  work().catch(() => undefined)
}
