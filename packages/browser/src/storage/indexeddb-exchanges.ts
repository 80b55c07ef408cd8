import type { ExchangeStore } from '../transport/exchange-log.ts'
import type { StorageChannel } from './storage-channel.ts'
import type { StorageDatabase } from './storage-database.ts'

const ofThread = (threadId: string) => IDBKeyRange.bound([threadId], [threadId, []])

/** Exchanges in IndexedDB. Each thread keeps its latest: old ones repeat what newer requests contain. */
export function indexedDbExchanges(database: StorageDatabase, channel: StorageChannel, kept = 60): ExchangeStore {
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
