import { say } from '../../words/files.ts'
import { FileError, isOutOfRoom } from '../file-error.ts'

export function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.addEventListener('error', () => reject(request.error))
  })
}

export function begin(
  database: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  stores: string | readonly string[] = STORES,
): IDBTransaction {
  try {
    // How lasting a change must be is nothing to a reader, and the browser would unpack it each time.
    return mode === 'readonly' ? database.transaction(stores) : database.transaction(stores, mode, { durability: 'relaxed' })
  } catch (cause) {
    throw new FileError('EACCES', '/', say('file.closed'), { cause })
  }
}

/** Resolves when everything is in the database, rejects when nothing is. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.addEventListener('abort', () =>
      reject(isOutOfRoom(transaction.error) ? outOfSpace(transaction.error) : transaction.error),
    )
  })
}

export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It had ended by itself.
  }
}

function outOfSpace(cause: unknown): FileError {
  return new FileError('ENOSPC', '/', say('file.no-room'), { cause })
}

/** Raised only together with a step in `upgrade`: databases of older pages are brought forward, never dropped. */
const SCHEMA_VERSION = 3

const STORES = ['nodes', 'blobs', 'links', 'log', 'meta'] as const

/**
 *     nodes   [parent, name]        → what is there now; small contents inside; or a pack up to that name
 *     blobs   SHA-256               → large contents, present and old, written once
 *     links   [SHA-256, path]       → which present files use a large content
 *     log     sequence              → what one operation changed; indexes paths, call, blobs
 *     meta    name                  → numbers about the database itself
 *
 * Keys are handed over beside the values, and nodes have no index: otherwise the browser unpacks every value again to find them.
 */
function upgrade(database: IDBDatabase, upgrading: IDBTransaction, from: number): void {
  if (from > 0) {
    // Before the second version nodes lay one by one, which they still may. Before the third, meta also held copies of large folders.
    upgrading.objectStore('meta').delete(IDBKeyRange.bound(['folder'], ['folder', []]))
    return
  }
  database.createObjectStore('nodes')
  database.createObjectStore('blobs')
  database.createObjectStore('links')
  const log = database.createObjectStore('log')
  log.createIndex('paths', 'paths', { multiEntry: true })
  log.createIndex('call', 'by.call')
  log.createIndex('blobs', 'blobs', { multiEntry: true })
  database.createObjectStore('meta')
}

/** Rejects when the browser offers no database. */
export function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name, SCHEMA_VERSION)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (request.transaction !== null) upgrade(request.result, request.transaction, oldVersion)
  }
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      const database = request.result
      // Another tab wants to upgrade or delete the database: holding on would block it for ever.
      database.onversionchange = () => database.close()
      resolve(database)
    }
    request.addEventListener('error', () => reject(request.error ?? new Error('The database could not be opened.')))
  })
}
