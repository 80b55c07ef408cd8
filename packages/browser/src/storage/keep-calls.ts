import type { IDBPTransaction } from 'idb'
import type { CallRecord } from '../ledger/call-record.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { chain, threadsOf } from '../ledger/receipts/chain.ts'
import type { StorageChannel } from './storage-channel.ts'
import type { StorageDatabase, StorageSchema } from './storage-database.ts'

const ofThread = (threadId: string) => IDBKeyRange.bound([threadId], [threadId, []])
const LEDGER = ['calls', 'receipts'] as const
type LedgerTransaction = IDBPTransaction<StorageSchema, typeof LEDGER, 'readwrite'>

/** Keeps records with their receipts. The chain's end is read in the transaction that appends to it, and those take turns in all tabs. */
async function put(transaction: LedgerTransaction, steps: Parameters<typeof chain>[1]): Promise<readonly CallRecord[]> {
  if (steps.length === 0) return []
  const [calls, chains] = [transaction.objectStore('calls'), transaction.objectStore('receipts')]
  const ends = threadsOf(steps.map(({ after }) => after)).map((threadId) => chains.openCursor(ofThread(threadId), 'prev'))
  const heads = (await Promise.all(ends)).map((end) => end?.value)
  const { records, receipts } = chain(heads, steps, Date.now())
  await Promise.all([...records.map((record) => calls.put(record)), ...receipts.map((receipt) => chains.put(receipt))])
  return records
}

// A step that was taken must be there after a power cut, or the call could run a second time.
const STRICT = { durability: 'strict' } as const

/** The storage of calls in IndexedDB. One step is one transaction, and transactions on one store come one after another in all tabs. */
export function indexedDbLedger(database: StorageDatabase, channel: StorageChannel): Ledger {
  const listeners = new Set<(record: CallRecord) => void>()
  channel.listen((news) => {
    if (news.type !== 'call' || listeners.size === 0) return
    // A failed read is a tab that is closing; the next look at the thread reads it again.
    database.get('calls', news.key).then(
      (record) => hand(record),
      () => {},
    )
  })
  const hand = (record: CallRecord | undefined) => {
    if (record) for (const listener of listeners) listener(record)
  }
  const tell = (records: readonly CallRecord[]) => {
    for (const record of records) channel.tell({ type: 'call', key: record.key })
  }
  return {
    async open(wanted) {
      const { current, added } = await openRecords(database, wanted)
      tell(added)
      return current
    },
    read: (key) => database.get('calls', key),
    ofThread: (threadId) => database.getAllFromIndex('calls', 'threadId', threadId),
    async change(keys, step) {
      const changed = await changeRecords(database, keys, step)
      tell(changed ?? [])
      return changed
    },
    history: (threadId) => readHistory(database, threadId),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function openRecords(database: StorageDatabase, wanted: readonly CallRecord[]) {
  const transaction = database.transaction(LEDGER, 'readwrite', STRICT)
  const calls = transaction.objectStore('calls')
  const found = await Promise.all(wanted.map((record) => calls.get(record.key)))
  const added = await put(
    transaction,
    wanted.filter((_, index) => !found[index]).map((after) => ({ after })),
  )
  await transaction.done
  const known = new Map([...found, ...added].flatMap((record) => (record ? [[record.key, record]] : [])))
  return { current: wanted.map((record) => known.get(record.key) ?? record), added }
}

async function changeRecords(database: StorageDatabase, ...[keys, step]: Parameters<Ledger['change']>) {
  const transaction = database.transaction(LEDGER, 'readwrite', STRICT)
  const found = await Promise.all(keys.map((key) => transaction.objectStore('calls').get(key)))
  const current = found.filter((record) => record !== undefined)
  const next = current.length === keys.length ? step(current) : undefined
  const before = new Map(current.map((record) => [record.key, record]))
  const steps = next?.map((after) => ({ before: before.get(after.key), after }))
  const changed = steps && (await put(transaction, steps))
  await transaction.done
  return changed
}

async function readHistory(database: StorageDatabase, threadId: string) {
  const transaction = database.transaction(LEDGER)
  const [calls, receipts] = await Promise.all([
    transaction.objectStore('calls').index('threadId').getAll(threadId),
    transaction.objectStore('receipts').getAll(ofThread(threadId)),
  ])
  return { calls, receipts }
}
