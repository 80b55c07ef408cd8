import type { GrantBook } from '../approval/grants.ts'
import { narrowed } from '../approval/stored-grant.ts'
import type { StorageChannel } from './storage-channel.ts'
import type { StorageDatabase } from './storage-database.ts'

/** Grants in IndexedDB: what is revoked in one tab no longer holds in any. */
export function indexedDbGrants(database: StorageDatabase, channel: StorageChannel): GrantBook {
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
