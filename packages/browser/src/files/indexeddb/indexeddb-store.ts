import type { FileStore, FileTables, WritableFileTables } from '../store/file-store.ts'
import type { LogRecord } from '../store/stored-node.ts'
import { abort, begin, endOf } from './indexeddb-request.ts'
import { createTables, createWritableTables } from './indexeddb-tables.ts'
import { createMirroredTables, NodeMirror } from './node-mirror.ts'
import type { PackOptions } from './node-pack.ts'

/**
 * One transaction per call over all stores, so an operation is there whole or not at all, whatever happens to the browser. Each
 * begins by asking the log what is new: then what this tab remembers of the nodes is as good as what the database would say.
 */
export function createIndexedDbStore(database: IDBDatabase, packs?: PackOptions): FileStore {
  const mirror = new NodeMirror()

  async function change<Result>(work: (tables: WritableFileTables) => Promise<Result>): Promise<Result> {
    const transaction = begin(database, 'readwrite')
    const ended = quietly(endOf(transaction))
    const plain = createWritableTables(transaction, packs)
    const records: LogRecord[] = []
    const addRecord = (record: LogRecord) => {
      records.push(record)
      plain.addRecord(record)
    }
    try {
      const mirrored = createMirroredTables(plain, mirror, quietly(catchUp(plain, mirror)))
      const result = await work({ ...plain, ...mirrored, addRecord })
      transaction.commit()
      await ended
      mirror.apply(records)
      return result
    } catch (error) {
      abort(transaction)
      throw transaction.error === null ? error : await reasonOf(ended, error)
    }
  }

  return {
    async read(work) {
      const tables = createTables(begin(database, 'readonly'))
      return work(createMirroredTables(tables, mirror, quietly(catchUp(tables, mirror))))
    },
    change,
    close: () => database.close(),
  }
}

/** Who awaits something else first must not leave this one without a listener. Awaiting it still rejects. */
function quietly<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined)
  return work
}

/** Brings the mirror to the state that the transaction of `tables` sees. */
async function catchUp(tables: FileTables, mirror: NodeMirror): Promise<void> {
  if (mirror.sequence === undefined) {
    const last = await tables.lastSequence()
    mirror.sequence ??= last
    // Another operation may have begun the mirror meanwhile, with what an older transaction saw.
    if (mirror.sequence === last) return
  }
  mirror.apply(await tables.recordsAfter(mirror.sequence))
}

function reasonOf(ended: Promise<void>, error: unknown): Promise<unknown> {
  return ended.then(
    () => error,
    (reason: unknown) => reason,
  )
}
