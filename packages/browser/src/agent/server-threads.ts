import { faultOf } from '@parley/dialects'
import { blankThread } from '../conversation/conversation.ts'
import type { ThreadStorage } from '../storage/thread-storage.ts'
import type { ThreadClient } from './thread-client.ts'
import type { ServerThread } from './thread-document.ts'

export interface ServerThreadList {
  /** `none`: this server keeps no threads. `unknown`: it was not reached yet. */
  readonly kind: 'unknown' | 'none' | 'known'
  /** Newest first. */
  readonly threads: readonly ServerThread[]
}

/** The threads of the server, looked at again and again as long as the page is open. */
export interface ServerThreads {
  subscribe(listener: () => void): () => void
  getSnapshot(): ServerThreadList
  /** Settles when the server was asked for the first time, reached or not. */
  readonly ready: Promise<void>
  /** A thread was read whole: the list need not ask for it. */
  note(thread: ServerThread): void
  /** Looks now. */
  look(): void
  /** What the server keeps of the calls of a thread, for its capsule. */
  receipts(threadId: string): Promise<unknown>
  close(): void
}

export interface ServerThreadsOptions {
  readonly client: ThreadClient
  readonly storage: ThreadStorage
  /** Milliseconds until the next look. Absent: seconds while something runs or waits there, else half a minute. */
  readonly pace?: (list: ServerThreadList) => number
}

/** Threads that this browser has not seen are put into its storage, so that they stand in the list like all others. */
export function createServerThreads({ client, storage, pace = usualPace }: ServerThreadsOptions): ServerThreads {
  let shown: ServerThreadList = { kind: 'unknown', threads: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false
  let isClosed = false
  const listeners = new Set<() => void>()

  const show = (next: ServerThreadList) => {
    if (JSON.stringify(next) === JSON.stringify(shown)) return
    shown = next
    for (const listener of listeners) listener()
  }
  const look = async () => {
    if (isLooking || isClosed) return
    isLooking = true
    clearTimeout(timer)
    try {
      const threads = await client.list()
      await adopt(storage, threads)
      if (threads.length < MANY) await forget(storage, threads)
      show({ kind: 'known', threads: threads.map((thread) => newer(thread, shown)) })
    } catch (error) {
      // Not reached: what was known stays. A server that has no such door keeps no threads.
      if (faultOf(error)?.code === 'request/not-found') show({ kind: 'none', threads: [] })
    } finally {
      isLooking = false
      if (!isClosed) timer = setTimeout(() => void look(), pace(shown))
    }
  }
  return {
    receipts: (threadId) => client.receipts(threadId),
    ready: look(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => shown,
    note({ id, title, status, pending, updatedAt, createdAt, model, fault }) {
      const thread = { id, title, status, pending, updatedAt, createdAt, model, ...(fault && { fault }) }
      show({ kind: 'known', threads: [thread, ...shown.threads.filter((other) => other.id !== id)] })
    },
    look: () => void look(),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** A list may have been on its way while the thread was read. */
function newer(listed: ServerThread, { threads }: ServerThreadList): ServerThread {
  const noted = threads.find(({ id }) => id === listed.id)
  return noted && noted.updatedAt > listed.updatedAt ? noted : listed
}

async function adopt({ threads }: ThreadStorage, found: readonly ServerThread[]): Promise<void> {
  const known = new Map((await threads.list()).map((thread) => [thread.id, thread]))
  for (const { id, title, createdAt, updatedAt } of found) {
    const ours = known.get(id)
    const isBlank = ours && ours.head === undefined && ours.place === undefined
    // Opened by its address before the server had said that it is there.
    if (isBlank) await threads.change(id, (thread) => ({ ...thread, title, place: 'server' }))
    if (!ours) await threads.create({ ...blankThread(id, createdAt), title, place: 'server', updatedAt })
  }
}

/** A full list may have left some out. */
const MANY = 200
/** A fork is put into the storage before any list can have it. */
const FRESH_MS = 30_000

/** Threads that this browser knows only by name, and that the server no longer has. */
async function forget({ threads }: ThreadStorage, found: readonly ServerThread[]): Promise<void> {
  const there = new Set(found.map(({ id }) => id))
  for (const { id, place, head, createdAt } of await threads.list()) {
    const isName = place === 'server' && head === undefined && createdAt < Date.now() - FRESH_MS
    if (isName && !there.has(id)) await threads.remove(id)
  }
}

function usualPace({ threads }: ServerThreadList): number {
  const isBusy = threads.some(({ status }) => status === 'running' || status === 'waiting')
  const isSeen = globalThis.document?.visibilityState !== 'hidden'
  // Somebody else's agent may call at any moment, and waits for an answer.
  return (isBusy ? 2000 : 5000) * (isSeen ? 1 : 3)
}
