import type { FileHistory, RetentionLimits } from './file-history.ts'
import type { FileSystem } from './file-system.ts'
import { openDatabase } from './indexeddb/indexeddb-request.ts'
import { createIndexedDbStore } from './indexeddb/indexeddb-store.ts'
import type { PackOptions } from './indexeddb/node-pack.ts'
import { askToPersist } from './storage-room.ts'
import { createStoredFiles } from './stored-files.ts'
import { createTabNeighbours } from './tab-neighbours.ts'

export interface IndexedDbFilesOptions {
  /** The name of the database. Tabs that use the same name share the files. */
  readonly name?: string
  readonly clock?: () => number
  /** How much history is kept. Absent: 256 MiB of old contents, of any age. */
  readonly retention?: RetentionLimits
  /** When new files lie together. Absent: from 16 in a new folder on, 32 in one record. */
  readonly packs?: PackOptions
}

const DEFAULT_RETENTION: RetentionLimits = { maxBytes: 256 * 2 ** 20 }
const CHANGES_BETWEEN_RETENTIONS = 500

/** Files that stay in this browser. Rejects when the browser offers no database, as some do in private windows. */
export async function openIndexedDbFiles({
  name = 'parley-files',
  clock,
  retention,
  packs,
}: IndexedDbFilesOptions = {}): Promise<FileSystem> {
  const database = await openDatabase(indexedDB, name)
  return createStoredFiles({
    store: createIndexedDbStore(database, packs),
    neighbours: createTabNeighbours(name),
    onChange: createUpkeep(retention ?? DEFAULT_RETENTION),
    ...(clock && { clock }),
  })
}

/** With the first change after a person has done something there is something worth keeping; every few hundred changes the history is cut back. */
function createUpkeep(limits: RetentionLimits): (history: FileHistory) => void {
  let changes = 0
  let hasAsked = false
  return (history) => {
    // Both are favours: the change itself has succeeded, whatever becomes of them.
    if (!hasAsked && hasPersonActed()) {
      hasAsked = true
      askToPersist().catch(() => undefined)
    }
    if (++changes % CHANGES_BETWEEN_RETENTIONS === 0) history.retain(limits).catch(() => undefined)
  }
}

/** What a page puts in place while it opens is no reason to ask anybody. A browser that cannot tell is asked. */
const hasPersonActed = (): boolean => globalThis.navigator?.userActivation?.hasBeenActive ?? true
