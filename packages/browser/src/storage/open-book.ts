import { type Locks, webLocks } from '../ledger/locks.ts'
import type { Book } from './book.ts'
import { createBookChannel, type TabPort } from './book-channel.ts'
import { openBookDatabase } from './book-database.ts'
import { indexedDbExchanges } from './indexeddb-exchanges.ts'
import { indexedDbGrants } from './indexeddb-grants.ts'
import { indexedDbLedger } from './indexeddb-ledger.ts'
import { indexedDbThreads } from './keep-threads.ts'

export interface OpenBookOptions {
  /** The name of the database. Absent: `parley`. */
  readonly name?: string
  /** Absent: the browser's. Every tab must use the same kind. */
  readonly locks?: Locks
  /** Absent: a `BroadcastChannel`. */
  readonly port?: TabPort
  /** Hears when a newer version of the page has taken over; this one should be reloaded. */
  readonly onOutdated?: () => void
}

/** The book in IndexedDB, shared by all tabs. Needs a secure context: https, or a page from this machine. */
export async function openBook(options: OpenBookOptions = {}): Promise<Book & { close(): void }> {
  const name = options.name ?? 'parley'
  const database = await openBookDatabase(name, options.onOutdated ?? (() => {}))
  const channel = createBookChannel(options.port ?? new BroadcastChannel(`${name}:book`))
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
