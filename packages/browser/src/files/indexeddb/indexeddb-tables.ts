import { isInline } from '../file-content.ts'
import { nameOf, type Path, parentOf, ROOT, storedPath } from '../path.ts'
import type { FileTables, WritableFileTables } from '../store/file-store.ts'
import type { LogRecord, StoredFile, StoredNode } from '../store/stored-node.ts'
import { nodesBelow, nodesIn, PackFinder, recordsAround } from './indexeddb-folders.ts'
import { answer } from './indexeddb-request.ts'
import { type NodeRecord, PACKED_FROM, type PackOptions, packNodes, rearrange, unpackNodes } from './node-pack.ts'

/** The nodes of one transaction, straight from the database. */
function createNodeTables(nodes: IDBObjectStore): Pick<FileTables, 'node' | 'bareNode'> {
  let packs: PackFinder | undefined
  const nodeInPack = async (path: Path, record: NodeRecord | undefined) => {
    // The root was never new, so nothing in it was ever packed.
    if (record === undefined && parentOf(path) === ROOT) return undefined
    packs ??= new PackFinder(nodes)
    return record === undefined ? packs.find(parentOf(path), nameOf(path)) : unpackNodes([record]).at(-1)
  }
  const node = async (path: Path) => {
    const record: NodeRecord | undefined = await answer(nodes.get([parentOf(path), nameOf(path)]))
    return record === undefined || record.type === 'pack' ? nodeInPack(path, record) : record
  }
  return { node, bareNode: node }
}

/** The stores of one transaction, straight from the database. */
export function createTables(transaction: IDBTransaction): FileTables {
  const nodes = transaction.objectStore('nodes')
  const log = transaction.objectStore('log')
  const below = (path: Path) => nodesBelow(nodes, path)
  return {
    ...createNodeTables(nodes),
    blob: (hash) => answer(transaction.objectStore('blobs').get(hash)),
    bareChildren: (path) => nodesIn(nodes, path),
    bareBelow: below,
    below,
    logEnd: async () => (await newest(log, 1))[0] ?? { sequence: 0, total: 0 },
    lastSequence: async () => Number((await answer(log.openKeyCursor(null, 'prev')))?.key ?? 0),
    record: (sequence) => answer(log.get(sequence)) as Promise<LogRecord | undefined>,
    recordsOf: (path) => records(log.index('paths').getAll(path)),
    sequencesOf: (path) => answer(log.index('paths').getAllKeys(path)) as Promise<number[]>,
    recordsOfCall: (call) => records(log.index('call').getAll(call)),
    recordsAfter: (sequence, limit) => records(log.getAll(IDBKeyRange.lowerBound(sequence, true), limit)),
    newestRecords: (limit, before) => newest(log, limit, before),
    async isBlobUsed(hash) {
      const links = transaction.objectStore('links')
      const counts = await Promise.all([answer(links.count(linksOf(hash))), answer(log.index('blobs').count(hash))])
      return counts.some((count) => count > 0)
    },
    meta: (name) => answer(transaction.objectStore('meta').get(name)),
  }
}

export function createWritableTables(transaction: IDBTransaction, packs?: PackOptions): WritableFileTables {
  const nodes = transaction.objectStore('nodes')
  const log = transaction.objectStore('log')
  const link = (node: StoredNode) => {
    if (isLarge(node)) transaction.objectStore('links').put(0, linkOf(node))
  }
  const unlink = (node: StoredNode) => {
    if (isLarge(node)) transaction.objectStore('links').delete(linkOf(node))
  }
  const put = (record: NodeRecord) => void nodes.put(record, [record.parent, record.name])
  return {
    ...createTables(transaction),
    packedFrom: packs?.least ?? PACKED_FROM,
    fillFolder(filling) {
      for (const node of filling) link(node)
      for (const record of packNodes(filling, packs)) put(record)
    },
    async changePacked(path, changes) {
      const wanted = new Map<string, StoredNode | undefined>()
      for (const [name, { node, before }] of changes) {
        if (before !== undefined) unlink(before)
        if (node !== undefined) link(node)
        wanted.set(name, node)
      }
      const arranged = rearrange(await recordsAround(nodes, path, wanted.keys()), wanted, packs)
      for (const name of arranged.gone) nodes.delete([path, name])
      for (const record of arranged.records) put(record)
    },
    putNode(node, before) {
      if (before !== undefined) unlink(before)
      link(node)
      put(node)
    },
    removeNode(node) {
      unlink(node)
      nodes.delete([node.parent, node.name])
    },
    putBlob: (hash, data) => void transaction.objectStore('blobs').put(data, hash),
    removeBlob: (hash) => void transaction.objectStore('blobs').delete(hash),
    addRecord: (record) => void log.add(record, record.sequence),
    removeRecords: (sequence) => void log.delete(IDBKeyRange.upperBound(sequence)),
    putMeta: (name, value) => void transaction.objectStore('meta').put(value, name),
  }
}

async function newest(log: IDBObjectStore, limit: number, before = Number.POSITIVE_INFINITY): Promise<readonly LogRecord[]> {
  if (limit === 0) return []
  return new Promise((resolve, reject) => {
    const found: LogRecord[] = []
    const request = log.openCursor(IDBKeyRange.upperBound(before, true), 'prev')
    request.addEventListener('error', () => reject(request.error))
    request.onsuccess = () => {
      const cursor = request.result
      if (cursor !== null) found.push(cursor.value)
      if (cursor === null || found.length === limit) resolve(found)
      else cursor.continue()
    }
  })
}

function records(request: IDBRequest<unknown[]>): Promise<LogRecord[]> {
  return answer(request) as Promise<LogRecord[]>
}

function isLarge(node: StoredNode): node is StoredFile {
  return node.type === 'file' && !isInline(node.size)
}

function linkOf(node: StoredFile): [string, string] {
  return [node.hash, storedPath(node.parent, node.name)]
}

function linksOf(hash: string): IDBKeyRange {
  return IDBKeyRange.bound([hash], [hash, []])
}
