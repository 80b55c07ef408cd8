import type { Candidate, Shelf } from './candidate.ts'
import { createPlanner, keyOf, type NodeRecord, type Puts, toListed } from './records.ts'

const STORES = ['nodes', 'blobs', 'links', 'log'] as const

function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.addEventListener('error', () => reject(request.error))
  })
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
}

/** The same stores and indexes that the file system has. */
export function createStores(database: IDBDatabase): void {
  database.createObjectStore('nodes')
  database.createObjectStore('blobs')
  database.createObjectStore('links')
  const log = database.createObjectStore('log')
  log.createIndex('paths', 'paths', { multiEntry: true })
  log.createIndex('call', 'by.call')
  log.createIndex('blobs', 'blobs', { multiEntry: true })
}

export const raw: Candidate = {
  name: 'raw IndexedDB',
  async open(name) {
    const request = indexedDB.open(`raw-${name}`, 1)
    request.onupgradeneeded = () => createStores(request.result)
    return createShelf(await answer(request))
  },
}

function createShelf(database: IDBDatabase): Shelf {
  const planner = createPlanner()
  const put = async ({ nodes, log }: Puts, bytes?: readonly [string, Uint8Array]) => {
    const transaction = database.transaction(STORES, 'readwrite', { durability: 'relaxed' })
    const nodeStore = transaction.objectStore('nodes')
    for (const node of nodes) nodeStore.put(node, [node.parent, node.name])
    for (const record of log) transaction.objectStore('log').put(record, record.sequence)
    if (bytes !== undefined) {
      transaction.objectStore('links').put(0, [bytes[0], bytes[0]])
      transaction.objectStore('blobs').put(bytes[1], bytes[0])
    }
    await ended(transaction)
  }
  const read = () => database.transaction(STORES, 'readonly')
  return {
    writeBatch: (files) => put(planner.texts(files)),
    writeOne: (path, text) => put(planner.texts([[path, text]])),
    async readAll(paths) {
      const nodes = read().objectStore('nodes')
      const found: NodeRecord[] = await Promise.all(paths.map((path) => answer(nodes.get(keyOf(path)))))
      return found.map((node) => node.content ?? '')
    },
    async list(folder) {
      return (
        await answer(
          read()
            .objectStore('nodes')
            .getAll(IDBKeyRange.bound([folder], [folder, []])),
        )
      ).map(toListed)
    },
    async tree(folder) {
      const nodes = read().objectStore('nodes')
      const [near, far] = await Promise.all([
        answer(nodes.getAll(IDBKeyRange.bound([folder], [folder, []]))),
        answer(nodes.getAll(IDBKeyRange.bound([`${folder}/`], [`${folder}0`]))),
      ])
      return [...near, ...far].map(toListed)
    },
    writeBytes: (path, bytes) => put(planner.bytes(path, bytes.length), [path, bytes]),
    async readBytes(path) {
      const transaction = read()
      const [, bytes] = await Promise.all([
        answer(transaction.objectStore('nodes').get(keyOf(path))),
        answer(transaction.objectStore('blobs').get(path)),
      ])
      return bytes
    },
    close: () => database.close(),
  }
}
