import type { CallRecord } from './call-record.ts'
import type { Ledger } from './ledger.ts'

/** For Node and for tests: the same storage, forgotten with the process. */
export function memoryLedger(initial: readonly CallRecord[] = []): Ledger {
  const records = new Map(initial.map((record) => [record.key, record]))
  const listeners = new Set<(record: CallRecord) => void>()
  const put = (record: CallRecord) => {
    records.set(record.key, record)
    for (const listener of listeners) listener(record)
  }
  return {
    async open(wanted) {
      return wanted.map((record) => {
        const existing = records.get(record.key)
        if (existing) return existing
        put(record)
        return record
      })
    },
    read: async (key) => records.get(key),
    ofThread: async (threadId) => [...records.values()].filter((record) => record.threadId === threadId),
    async change(keys, step) {
      const current = keys.map((key) => records.get(key)).filter((record) => record !== undefined)
      const next = current.length === keys.length ? step(current) : undefined
      for (const record of next ?? []) put(record)
      return next
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
