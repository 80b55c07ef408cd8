import { Dexie, type Table } from 'dexie'
import type { Candidate, Shelf } from './candidate.ts'
import { createPlanner, keyOf, type NodeRecord, type Puts, toListed } from './records.ts'

export const withDexie: Candidate = {
  name: 'Dexie',
  async open(name) {
    const database = new Dexie(`dexie-${name}`, { chromeTransactionDurability: 'relaxed' })
    database.version(1).stores({ nodes: '', blobs: '', links: '', log: ',*paths, by.call, *blobs' })
    await database.open()
    return createShelf(database)
  },
}

function createShelf(database: Dexie): Shelf {
  const nodes: Table<NodeRecord, [string, string]> = database.table('nodes')
  const blobs: Table<Uint8Array<ArrayBuffer>, string> = database.table('blobs')
  const links = database.table('links')
  const log = database.table('log')
  const planner = createPlanner()
  const put = (puts: Puts, bytes?: readonly [string, Uint8Array<ArrayBuffer>]) =>
    database.transaction('rw', nodes, blobs, links, log, async () => {
      const work: PromiseLike<unknown>[] = [
        nodes.bulkPut(
          puts.nodes as readonly NodeRecord[],
          puts.nodes.map(({ parent, name }) => [parent, name]),
        ),
        log.bulkPut(
          puts.log,
          puts.log.map(({ sequence }) => sequence),
        ),
      ]
      if (bytes !== undefined) work.push(links.put(0, [bytes[0], bytes[0]]), blobs.put(bytes[1], bytes[0]))
      await Promise.all(work)
    })
  const children = (folder: string) => nodes.where(':id').between([folder, Dexie.minKey], [folder, Dexie.maxKey])
  return {
    writeBatch: (files) => put(planner.texts(files)),
    writeOne: (path, text) => put(planner.texts([[path, text]])),
    readAll: async (paths) => (await nodes.bulkGet(paths.map(keyOf))).map((node) => node?.content ?? ''),
    list: async (folder) => (await children(folder).toArray()).map(toListed),
    async tree(folder) {
      const far = nodes.where(':id').between([`${folder}/`, Dexie.minKey], [`${folder}0`, Dexie.minKey])
      return (await Promise.all([children(folder).toArray(), far.toArray()])).flat().map(toListed)
    },
    writeBytes: (path, bytes) => put(planner.bytes(path, bytes.length), [path, bytes]),
    async readBytes(path) {
      const [, bytes] = await Promise.all([nodes.get(keyOf(path)), blobs.get(path)])
      return bytes ?? new Uint8Array()
    },
    close: () => database.close(),
  }
}
