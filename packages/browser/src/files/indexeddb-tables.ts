import { isInline } from './file-content.ts'
import type { ContentTables, FileTables, WritableFileTables } from './file-store.ts'
import { type FolderReading, fewChildren, LARGE_FOLDER, nodesBelow, readFolder } from './indexeddb-folders.ts'
import { answer } from './indexeddb-request.ts'
import { nameOf, type Path, parentOf, storedPath } from './path.ts'
import type { LogRecord, StoredFile, StoredNode } from './stored-node.ts'

/** What only the database can be asked for, and memory learns from. */
export interface DatabaseTables extends FileTables {
  folder(path: Path): Promise<FolderReading>
  /** Everything in the folder, or nothing when that is much. */
  fewChildren(folder: Path): Promise<readonly StoredNode[] | undefined>
}

/** The nodes and large contents of one transaction, straight from the database. */
export function createContentTables(transaction: IDBTransaction): ContentTables {
  const nodes = transaction.objectStore('nodes')
  const node = (path: Path) => answer(nodes.get(keyOf(path))) as Promise<StoredNode | undefined>
  return { node, bareNode: node, blob: (hash) => answer(transaction.objectStore('blobs').get(hash)) }
}

/** The stores of one transaction, straight from the database. */
export function createTables(transaction: IDBTransaction, largeFolder = LARGE_FOLDER): DatabaseTables {
  const nodes = transaction.objectStore('nodes')
  const log = transaction.objectStore('log')
  const below = (path: Path) => nodesBelow(nodes, path)
  const lastSequence = async () => Number((await answer(log.openKeyCursor(null, 'prev')))?.key ?? 0)
  const folder = (path: Path) => readFolder(transaction, path, lastSequence(), largeFolder)
  return {
    ...createContentTables(transaction),
    recall: () => undefined,
    folder,
    fewChildren: (path) => fewChildren(nodes, path, largeFolder),
    bareChildren: async (path) => (await folder(path)).nodes,
    bareBelow: below,
    below,
    logEnd: async () => (await newest(log, 1))[0] ?? { sequence: 0, total: 0 },
    lastSequence,
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

export function createWritableTables(transaction: IDBTransaction, largeFolder?: number): WritableFileTables & DatabaseTables {
  const nodes = transaction.objectStore('nodes')
  const log = transaction.objectStore('log')
  const unlink = (node: StoredNode) => {
    if (isLarge(node)) transaction.objectStore('links').delete(linkOf(node))
  }
  return {
    ...createTables(transaction, largeFolder),
    putNode(node, before) {
      if (before !== undefined) unlink(before)
      if (isLarge(node)) transaction.objectStore('links').put(0, linkOf(node))
      nodes.put(node, [node.parent, node.name])
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

function keyOf(path: Path): [string, string] {
  return [parentOf(path), nameOf(path)]
}
