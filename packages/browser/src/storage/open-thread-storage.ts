import { type GrantBook, narrowed } from '../approval/grants.ts'
import { type Locks, webLocks } from '../ledger/locks.ts'
import type { Signer } from '../ledger/receipts/signature.ts'
import type { ExchangeStore } from '../transport/exchange-log.ts'
import { indexedDbLedger } from './keep-calls.ts'
import { indexedDbThreads } from './keep-threads.ts'
import { createStorageChannel, type StorageChannel, type TabPort } from './storage-channel.ts'
import { openStorageDatabase, type StorageDatabase } from './storage-database.ts'
import type { ThreadStorage } from './thread-storage.ts'

export interface OpenThreadStorageOptions {
  /** The name of the database. Absent: `parley`. */
  readonly name?: string
  /** Absent: the browser's. Every tab must use the same kind. */
  readonly locks?: Locks
  /** Absent: a `BroadcastChannel`. */
  readonly port?: TabPort
  /** Hears when a newer version of the page has taken over; this one should be reloaded. */
  readonly onOutdated?: () => void
}

/** The storage in IndexedDB, shared by all tabs. Needs a secure context: https, or a page from this machine. */
export async function openThreadStorage(options: OpenThreadStorageOptions = {}): Promise<ThreadStorage & { close(): void }> {
  const name = options.name ?? 'parley'
  const database = await openStorageDatabase(name, options.onOutdated ?? (() => {}))
  const channel = createStorageChannel(options.port ?? new BroadcastChannel(`${name}:book`))
  return {
    threads: indexedDbThreads(database, channel),
    ledger: indexedDbLedger(database, channel),
    grants: indexedDbGrants(database, channel),
    exchanges: indexedDbExchanges(database, channel),
    locks: options.locks ?? webLocks(navigator.locks),
    signer: profileSigner(database),
    signals: {
      send: (signal) => channel.tell({ type: 'stop', ...signal }),
      listen: (listener) =>
        channel.listen((news) => {
          if (news.type === 'stop') listener(news)
        }),
    },
    close() {
      channel.close()
      database.close()
    },
  }
}

/** Fetched when something is first signed. */
function profileSigner(database: StorageDatabase): Signer {
  const fetched = async () => (await import('./installation-signer.ts')).installationSigner(database)
  return {
    sign: async (text) => await (await fetched()).sign(text),
    publicKey: async () => await (await fetched()).publicKey(),
  }
}

const ofThread = (threadId: string) => IDBKeyRange.bound([threadId], [threadId, []])

/** Exchanges in IndexedDB. Each thread keeps its latest: old ones repeat what newer requests contain. */
function indexedDbExchanges(database: StorageDatabase, channel: StorageChannel, kept = 60): ExchangeStore {
  return {
    async put(exchange) {
      const transaction = database.transaction('exchanges', 'readwrite')
      await transaction.store.put(exchange)
      const keys = await transaction.store.index('thread').getAllKeys(ofThread(exchange.threadId))
      await Promise.all(keys.slice(0, -kept).map((key) => transaction.store.delete(key)))
      await transaction.done
      channel.tell({ type: 'exchange', threadId: exchange.threadId })
    },
    ofThread: (threadId) => database.getAllFromIndex('exchanges', 'thread', ofThread(threadId)),
    watch: (listener) =>
      channel.listen((news) => {
        if (news.type === 'exchange') listener(news.threadId)
      }),
  }
}

/** Grants in IndexedDB: what is revoked in one tab no longer holds in any. */
function indexedDbGrants(database: StorageDatabase, channel: StorageChannel): GrantBook {
  const changed = () => channel.tell({ type: 'grants' })
  return {
    list: async () => (await database.getAll('grants')).map(narrowed),
    async add(grant) {
      await database.put('grants', grant)
      changed()
    },
    async revoke(id) {
      await database.delete('grants', id)
      changed()
    },
    async use(id, now) {
      const transaction = database.transaction('grants', 'readwrite')
      const grant = await transaction.store.get(id)
      if (grant) await transaction.store.put({ ...grant, uses: grant.uses + 1, lastUsedAt: now })
      await transaction.done
      changed()
    },
    watch: (listener) =>
      channel.listen((news) => {
        if (news.type === 'grants') listener()
      }),
  }
}
