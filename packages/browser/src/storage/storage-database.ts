import type { StreamEvent } from '@parley/dialects'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { StoredGrant } from '../approval/grants.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import type { Receipt } from '../ledger/receipts/receipt.ts'
import type { Exchange } from '../transport/exchange-log.ts'
import type { ThreadNode, ThreadRecord } from './thread-store.ts'

/** A piece of an answer that is still coming. Pieces are only ever added, so a long answer is not written twice. */
export interface DraftPiece {
  readonly threadId: string
  readonly messageId: string
  readonly parentId?: string
  readonly events: readonly StreamEvent[]
}

export interface StorageSchema extends DBSchema {
  threads: { key: string; value: ThreadRecord; indexes: { updatedAt: number } }
  nodes: { key: [string, string]; value: ThreadNode; indexes: { order: [string, number] } }
  drafts: { key: number; value: DraftPiece; indexes: { threadId: string; message: [string, string] } }
  calls: { key: string; value: CallRecord; indexes: { threadId: string } }
  grants: { key: string; value: StoredGrant; indexes: { threadId: string } }
  exchanges: { key: string; value: Exchange; indexes: { thread: [string, number] } }
  receipts: { key: [string, number]; value: Receipt }
  keys: { key: string; value: CryptoKeyPair }
}

export type StorageDatabase = IDBPDatabase<StorageSchema>

/** `onOutdated` hears when another tab needs this one to let go, because it runs a newer version. */
export function openStorageDatabase(name: string, onOutdated: () => void): Promise<StorageDatabase> {
  return openDB<StorageSchema>(name, 2, {
    upgrade(database, before) {
      if (before < 2) {
        database.createObjectStore('receipts', { keyPath: ['threadId', 'index'] })
        database.createObjectStore('keys')
      }
      if (before >= 1) return
      database.createObjectStore('threads', { keyPath: 'id' }).createIndex('updatedAt', 'updatedAt')
      database.createObjectStore('nodes', { keyPath: ['threadId', 'id'] }).createIndex('order', ['threadId', 'order'])
      const drafts = database.createObjectStore('drafts', { autoIncrement: true })
      drafts.createIndex('threadId', 'threadId')
      drafts.createIndex('message', ['threadId', 'messageId'])
      database.createObjectStore('calls', { keyPath: 'key' }).createIndex('threadId', 'threadId')
      database.createObjectStore('grants', { keyPath: 'id' }).createIndex('threadId', 'threadId')
      database.createObjectStore('exchanges', { keyPath: 'id' }).createIndex('thread', ['threadId', 'sentAt'])
    },
    blocking(_current, _blocked, event) {
      // The event's target is the connection itself; a tab that keeps it would stop the other one from starting.
      if (event.target instanceof IDBDatabase) event.target.close()
      onOutdated()
    },
  })
}
