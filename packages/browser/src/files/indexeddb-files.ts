import type { FileSystem } from './file-system.ts'
import { openDatabase } from './indexeddb-schema.ts'
import { createIndexedDbStore } from './indexeddb-store.ts'
import { createStoredFiles } from './stored-files.ts'
import { createTabNeighbours } from './tab-neighbours.ts'

export interface IndexedDbFilesOptions {
  /** The name of the database. Tabs that use the same name share the files. */
  readonly name?: string
  readonly clock?: () => number
}

/** Files that stay in this browser. Rejects when the browser offers no database, as some do in private windows. */
export async function openIndexedDbFiles({ name = 'parley-files', clock }: IndexedDbFilesOptions = {}): Promise<FileSystem> {
  const store = createIndexedDbStore(await openDatabase(indexedDB, name))
  return createStoredFiles({ store, neighbours: createTabNeighbours(name), ...(clock && { clock }) })
}
