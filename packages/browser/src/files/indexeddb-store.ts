import { FileError } from './file-error.ts'
import type { FileStore, FileTables, WritableFileTables } from './file-store.ts'
import { STORES } from './indexeddb-schema.ts'
import { nameOf, type Path, parentOf } from './path.ts'
import type { LogRecord, StoredNode } from './stored-node.ts'

/** One transaction per call over all stores, so an operation is there whole or not at all, whatever happens to the browser. */
export function createIndexedDbStore(database: IDBDatabase): FileStore {
  return {
    async read(work) {
      const transaction = database.transaction(STORES, 'readonly')
      return work(createReader(transaction))
    },
    async change(work) {
      const transaction = database.transaction(STORES, 'readwrite', { durability: 'relaxed' })
      const ended = endOf(transaction)
      // Whoever awaits `work` first must not leave the end of the transaction without a listener.
      ended.catch(() => undefined)
      const result = await work(createWriter(transaction)).catch((error: unknown) => {
        abort(transaction)
        throw isQuota(transaction.error) ? outOfSpace(transaction.error) : error
      })
      // Without this the engine waits for one more idle turn before it starts to commit.
      transaction.commit()
      await ended
      return result
    },
    close: () => database.close(),
  }
}

function createReader(transaction: IDBTransaction): FileTables {
  const nodes = transaction.objectStore('nodes')
  const log = transaction.objectStore('log')
  const nodesIn = (range: IDBKeyRange) => answer(nodes.getAll(range)) as Promise<StoredNode[]>
  return {
    node: (path) => answer(nodes.get(keyOf(path))) as Promise<StoredNode | undefined>,
    children: (folder) => nodesIn(childrenOf(folder)),
    async below(folder) {
      if (folder === '/') return nodesIn(IDBKeyRange.lowerBound(['/']))
      const [near, far] = await Promise.all([
        nodesIn(childrenOf(folder)),
        nodesIn(IDBKeyRange.bound([`${folder}/`], [`${folder}0`], false, true)),
      ])
      return near.concat(far)
    },
    blob: (hash) => answer(transaction.objectStore('blobs').get(hash)),
    lastSequence: () => lastKey(transaction),
    recordsOf: (path) => records(log.index('paths').getAll(path)),
    recordsOfCall: (call) => records(log.index('call').getAll(call)),
    recordsAfter: (sequence, limit) => records(log.getAll(IDBKeyRange.lowerBound(sequence, true), limit)),
    newestRecords: (limit, below) => newest(log, limit, below),
    async isBlobUsed(hash) {
      const counts = await Promise.all([answer(nodes.index('blob').count(hash)), answer(log.index('blobs').count(hash))])
      return counts.some((count) => count > 0)
    },
    meta: (name) => answer(transaction.objectStore('meta').get(name)),
  }
}

function createWriter(transaction: IDBTransaction): WritableFileTables {
  const nodes = transaction.objectStore('nodes')
  const log = transaction.objectStore('log')
  const blobs = transaction.objectStore('blobs')
  return {
    ...createReader(transaction),
    putNode: (node) => void nodes.put(node.type === 'file' && node.content === undefined ? { ...node, blob: node.hash } : node),
    removeNode: (path) => void nodes.delete(keyOf(path)),
    putBlob: (hash, data) => void blobs.put(data, hash),
    removeBlob: (hash) => void blobs.delete(hash),
    addRecord: (record) => void log.add(record),
    removeRecords: (sequence) => void log.delete(IDBKeyRange.upperBound(sequence)),
    putMeta: (name, value) => void transaction.objectStore('meta').put(value, name),
  }
}

/** The newest log key. After retention has emptied the log it is what was forgotten last, so numbers are never used twice. */
async function lastKey(transaction: IDBTransaction): Promise<number> {
  const cursor = await answer(transaction.objectStore('log').openKeyCursor(null, 'prev'))
  if (cursor !== null) return Number(cursor.key)
  return (await answer<number | undefined>(transaction.objectStore('meta').get('forgotten'))) ?? 0
}

async function newest(log: IDBObjectStore, limit: number, below = Number.POSITIVE_INFINITY): Promise<readonly LogRecord[]> {
  if (limit === 0) return []
  return new Promise((resolve, reject) => {
    const found: LogRecord[] = []
    const request = log.openCursor(IDBKeyRange.upperBound(below, true), 'prev')
    request.addEventListener('error', () => reject(request.error))
    request.onsuccess = () => {
      const cursor = request.result
      if (cursor !== null) found.push(cursor.value)
      if (cursor === null || found.length === limit) resolve(found)
      else cursor.continue()
    }
  })
}

// The stores hold only what this package put there, so every record has the shape of its store.
function records(request: IDBRequest<unknown[]>): Promise<LogRecord[]> {
  return answer(request) as Promise<LogRecord[]>
}

function keyOf(path: Path): [string, string] {
  return [parentOf(path), nameOf(path)]
}

/** An array sorts after every string, so this is every name in the folder. */
function childrenOf(folder: Path): IDBKeyRange {
  return IDBKeyRange.bound([folder], [folder, []])
}

function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.addEventListener('error', () => reject(request.error))
  })
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.addEventListener('abort', () =>
      reject(isQuota(transaction.error) ? outOfSpace(transaction.error) : transaction.error),
    )
  })
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It had ended by itself.
  }
}

function isQuota(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError'
}

function outOfSpace(cause: unknown): FileError {
  return new FileError(
    'ENOSPC',
    '/',
    'This browser has no room left for files. Nothing was changed. Remove files or old versions, then try again.',
    { cause },
  )
}
