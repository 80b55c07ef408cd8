import type { CallRecord } from '../ledger/call-record.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { StorageChannel } from './storage-channel.ts'
import type { StorageDatabase } from './storage-database.ts'

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
      const transaction = database.transaction('calls', 'readwrite', STRICT)
      const added: CallRecord[] = []
      const current = await Promise.all(
        wanted.map(async (record) => {
          const existing = await transaction.store.get(record.key)
          if (existing) return existing
          added.push(record)
          await transaction.store.put(record)
          return record
        }),
      )
      await transaction.done
      tell(added)
      return current
    },
    read: (key) => database.get('calls', key),
    ofThread: (threadId) => database.getAllFromIndex('calls', 'threadId', threadId),
    async change(keys, step) {
      const transaction = database.transaction('calls', 'readwrite', STRICT)
      const found = await Promise.all(keys.map((key) => transaction.store.get(key)))
      const current = found.filter((record) => record !== undefined)
      const next = current.length === keys.length ? step(current) : undefined
      await Promise.all((next ?? []).map((record) => transaction.store.put(record)))
      await transaction.done
      tell(next ?? [])
      return next
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
