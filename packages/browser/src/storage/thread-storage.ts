import { type GrantBook, memoryGrants } from '../approval/grants.ts'
import { type Ledger, memoryLedger } from '../ledger/ledger.ts'
import { type Locks, memoryLocks } from '../ledger/locks.ts'
import { createSigningKey, type Signer, signerWith } from '../ledger/receipts/signature.ts'
import { memorySignals, type StopSignals } from '../ledger/stop-signals.ts'
import { type ExchangeStore, memoryExchanges } from '../transport/exchange-log.ts'
import { memoryThreads } from './memory-threads.ts'
import type { ThreadStore } from './thread-store.ts'

/** Everything that outlives a page, in one place. */
export interface ThreadStorage {
  readonly threads: ThreadStore
  readonly ledger: Ledger
  readonly grants: GrantBook
  readonly locks: Locks
  readonly signals: StopSignals
  readonly exchanges: ExchangeStore
  /** Signs what is taken out of here. */
  readonly signer: Signer
}

/** Forgotten with the process: for Node and for tests. */
export function memoryThreadStorage(): ThreadStorage {
  const [threads, grants] = [memoryThreads(), memoryGrants()]
  const remove = async (threadId: string) => {
    await threads.remove(threadId)
    for (const grant of await grants.list()) if (grant.threadId === threadId) await grants.revoke(grant.id)
  }
  return {
    threads: { ...threads, remove },
    ledger: memoryLedger(),
    grants,
    locks: memoryLocks(),
    signals: memorySignals(),
    exchanges: memoryExchanges(),
    signer: signerWith(createSigningKey),
  }
}
