import { type Locks, webLocks } from '../ledger/locks.ts'
import { indexedDbExchanges } from './indexeddb-exchanges.ts'
import { indexedDbGrants } from './indexeddb-grants.ts'
import { indexedDbLedger } from './indexeddb-ledger.ts'
import { indexedDbThreads } from './keep-threads.ts'
import { createStorageChannel, type TabPort } from './storage-channel.ts'
import { openStorageDatabase } from './storage-database.ts'
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
