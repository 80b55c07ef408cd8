import { isInline } from './file-content.ts'
import type { FileTables, WritableFileTables } from './file-store.ts'
import { answer } from './indexeddb-request.ts'
import { nameOf, type Path, parentOf, ROOT, storedPath } from './path.ts'
import type { LogRecord, StoredFile, StoredNode } from './stored-node.ts'

/** The stores of one transaction, straight from the database. */
export function createTables(transaction: IDBTransaction): FileTables {
  const nodes = transaction.objectStore('nodes')
  const log = transaction.objectStore('log')
  const node = (path: Path) => answer(nodes.get(keyOf(path))) as Promise<StoredNode | undefined>
  const below = (folder: Path) => nodesBelow(nodes, folder)
  return {
    node,
    recall: () => undefined,
    bareNode: node,
    bareChildren: (folder) => nodesIn(nodes, childrenOf(folder)),
    bareBelow: below,
    below,
    blob: (hash) => answer(transaction.objectStore('blobs').get(hash)),
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

export function createWritableTables(transaction: IDBTransaction): WritableFileTables {
  const nodes = transaction.objectStore('nodes')
  const log = transaction.objectStore('log')
  const blobs = transaction.objectStore('blobs')
  const unlink = (node: StoredNode) => {
    if (isLarge(node)) transaction.objectStore('links').delete(linkOf(node))
  }
  return {
    ...createTables(transaction),
    putNode(node, before) {
      if (before !== undefined) unlink(before)
      if (isLarge(node)) transaction.objectStore('links').put(0, linkOf(node))
      nodes.put(node, [node.parent, node.name])
    },
    removeNode(node) {
      unlink(node)
      nodes.delete([node.parent, node.name])
    },
    putBlob: (hash, data) => void blobs.put(data, hash),
    removeBlob: (hash) => void blobs.delete(hash),
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

async function nodesBelow(nodes: IDBObjectStore, folder: Path): Promise<StoredNode[]> {
  if (folder === ROOT) return nodesIn(nodes, IDBKeyRange.lowerBound([ROOT]))
  const deeper = IDBKeyRange.bound([`${folder}/`], [`${folder}0`], false, true)
  const [near, far] = await Promise.all([nodesIn(nodes, childrenOf(folder)), nodesIn(nodes, deeper)])
  return near.concat(far)
}

// The stores hold only what this package put there, so every record has the shape of its store.
function nodesIn(nodes: IDBObjectStore, range: IDBKeyRange): Promise<StoredNode[]> {
  return answer(nodes.getAll(range)) as Promise<StoredNode[]>
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

function keyOf(path: Path): [string, string] {
  return [parentOf(path), nameOf(path)]
}

/** An array sorts after every string, so this is every name in the folder. */
function childrenOf(folder: Path): IDBKeyRange {
  return IDBKeyRange.bound([folder], [folder, []])
}
