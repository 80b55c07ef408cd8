import { isJsonObject } from '@parley/dialects'
import type { StopSignal } from '../ledger/stop-signals.ts'

/** What one tab tells the others. Only names: whoever cares reads the store. */
type StorageNews =
  | { readonly type: 'thread'; readonly threadId: string }
  | { readonly type: 'call'; readonly key: string }
  | { readonly type: 'grants' }
  | { readonly type: 'exchange'; readonly threadId: string }
  | ({ readonly type: 'stop' } & StopSignal)

export interface StorageChannel {
  /** Tells the other tabs, and everything that listens here. */
  tell(news: StorageNews): void
  listen(listener: (news: StorageNews) => void): () => void
  close(): void
}

/** The part of `BroadcastChannel` that is used, so that a test can stand in for several tabs. */
export interface TabPort {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

export function createStorageChannel(port: TabPort): StorageChannel {
  const listeners = new Set<(news: StorageNews) => void>()
  const hand = (news: StorageNews) => {
    for (const listener of listeners) listener(news)
  }
  port.addEventListener('message', ({ data }) => {
    if (isNews(data)) hand(data)
  })
  return {
    tell(news) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      port.postMessage(news)
      hand(news)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      listeners.clear()
      port.close()
    },
  }
}

/** Tabs that are left open run older code. */
function isNews(value: unknown): value is StorageNews {
  if (!isJsonObject(value)) return false
  const { type, threadId, key } = value
  if (type === 'grants') return true
  if (type === 'call') return typeof key === 'string'
  if (type === 'stop') return typeof threadId === 'string' && (key === undefined || typeof key === 'string')
  return (type === 'thread' || type === 'exchange') && typeof threadId === 'string'
}
