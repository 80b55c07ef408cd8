import type { StoredContent } from '../file-content.ts'
import { abort, answer, begin, endOf } from '../indexeddb/indexeddb-request.ts'
import type { Path } from '../path.ts'
import type { LogRecord } from '../store/stored-node.ts'
import type { CopyRow, Origin } from './copy-rows.ts'
import type { CopyCommit, CopyShelf, StoredCopy } from './copy-shelf.ts'

/**
 *     heads    copy                → its edition; copies that wait are those that have one
 *     rows     [copy, path]        → what it has there instead of the original; small contents inside
 *     log      [copy, sequence]    → what one operation changed
 *     blobs    [copy, SHA-256]     → large contents that were written in it
 *     origins  [copy, SHA-256]     → where the original has a content that it uses
 */
const STORES = ['heads', 'rows', 'log', 'blobs', 'origins'] as const
const PARTS = STORES.slice(1)

export function openCopyDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    for (const store of STORES) request.result.createObjectStore(store)
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

/** The names of the copies that are kept. */
export async function keptCopies(database: IDBDatabase): Promise<readonly string[]> {
  const keys = await answer(begin(database, 'readonly', 'heads').objectStore('heads').getAllKeys())
  return keys.map(String)
}

export function createIndexedDbShelf(database: IDBDatabase, copy: string): CopyShelf {
  return {
    edition: () => answer(begin(database, 'readonly', 'heads').objectStore('heads').get(copy)),
    load: () => load(database, copy),
    blob: (hash) => answer(begin(database, 'readonly', 'blobs').objectStore('blobs').get([copy, hash])),
    commit: (change) => commit(database, copy, change),
    async clear() {
      const transaction = begin(database, 'readwrite', STORES)
      transaction.objectStore('heads').delete(copy)
      for (const part of PARTS) transaction.objectStore(part).delete(everythingOf(copy))
      await endOf(transaction)
    },
  }
}

/** An array sorts after every string and number. */
const everythingOf = (copy: string): IDBKeyRange => IDBKeyRange.bound([copy], [copy, []])

async function load(database: IDBDatabase, copy: string): Promise<StoredCopy | undefined> {
  const transaction = begin(database, 'readonly', STORES)
  const all = (store: string) => answer(transaction.objectStore(store).getAll(everythingOf(copy)))
  const [edition, rows, records, hashes, places] = await Promise.all([
    answer<string | undefined>(transaction.objectStore('heads').get(copy)),
    // The stores hold only what `commit` put there.
    all('rows') as Promise<CopyRow[]>,
    all('log') as Promise<LogRecord[]>,
    answer(transaction.objectStore('origins').getAllKeys(everythingOf(copy))) as Promise<[string, string][]>,
    all('origins') as Promise<Origin[]>,
  ])
  if (edition === undefined) return undefined
  const origins = new Map(
    hashes.flatMap(([, hash], index) => {
      const place = places[index]
      return place ? [[hash, place] as const] : []
    }),
  )
  return { edition, rows, records, origins }
}

async function commit(database: IDBDatabase, copy: string, change: CopyCommit): Promise<boolean> {
  const transaction = begin(database, 'readwrite', STORES)
  const ended = endOf(transaction)
  ended.catch(() => undefined)
  const heads = transaction.objectStore('heads')
  if ((await answer<string | undefined>(heads.get(copy))) !== change.upon) {
    abort(transaction)
    return false
  }
  heads.put(change.edition, copy)
  const put = (store: string, key: string | number, value: CopyRow | LogRecord | StoredContent | Origin) =>
    transaction.objectStore(store).put(value, [copy, key])
  for (const [path, row] of change.rows) {
    if (row) put('rows', path, row)
    else transaction.objectStore('rows').delete([copy, path] satisfies [string, Path])
  }
  for (const record of change.records) put('log', record.sequence, record)
  for (const [hash, content] of change.blobs) put('blobs', hash, content)
  for (const [hash, origin] of change.origins) put('origins', hash, origin)
  await ended
  return true
}
