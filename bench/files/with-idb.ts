import { type IDBPDatabase, openDB } from 'idb'
import type { Candidate, Shelf } from './candidate.ts'
import { createStores } from './raw.ts'
import { createPlanner, keyOf, type Puts, toListed } from './records.ts'

const STORES = ['nodes', 'blobs', 'links', 'log']

export const withIdb: Candidate = {
  name: 'idb',
  async open(name) {
    return createShelf(
      await openDB(`idb-${name}`, 1, {
        upgrade: (_, __, ___, transaction) => createStores(transaction.db as unknown as IDBDatabase),
      }),
    )
  },
}

function createShelf(database: IDBPDatabase): Shelf {
  const planner = createPlanner()
  const put = async ({ nodes, log }: Puts, bytes?: readonly [string, Uint8Array]) => {
    const transaction = database.transaction(STORES, 'readwrite', { durability: 'relaxed' })
    const nodeStore = transaction.objectStore('nodes')
    const logStore = transaction.objectStore('log')
    const puts: Promise<unknown>[] = [
      ...nodes.map((node) => nodeStore.put(node, [node.parent, node.name])),
      ...log.map((record) => logStore.put(record, record.sequence)),
    ]
    if (bytes !== undefined) {
      puts.push(
        transaction.objectStore('links').put(0, [bytes[0], bytes[0]]),
        transaction.objectStore('blobs').put(bytes[1], bytes[0]),
      )
    }
    await Promise.all([...puts, transaction.done])
  }
  return {
    writeBatch: (files) => put(planner.texts(files)),
    writeOne: (path, text) => put(planner.texts([[path, text]])),
    async readAll(paths) {
      const nodes = database.transaction('nodes').store
      return (await Promise.all(paths.map((path) => nodes.get(keyOf(path))))).map((node) => node.content)
    },
    list: async (folder) => (await database.getAll('nodes', IDBKeyRange.bound([folder], [folder, []]))).map(toListed),
    async tree(folder) {
      const nodes = database.transaction('nodes').store
      const [near, far] = await Promise.all([
        nodes.getAll(IDBKeyRange.bound([folder], [folder, []])),
        nodes.getAll(IDBKeyRange.bound([`${folder}/`], [`${folder}0`])),
      ])
      return [...near, ...far].map(toListed)
    },
    writeBytes: (path, bytes) => put(planner.bytes(path, bytes.length), [path, bytes]),
    async readBytes(path) {
      const transaction = database.transaction(STORES)
      const [, bytes] = await Promise.all([
        transaction.objectStore('nodes').get(keyOf(path)),
        transaction.objectStore('blobs').get(path),
      ])
      return bytes
    },
    close: () => database.close(),
  }
}
