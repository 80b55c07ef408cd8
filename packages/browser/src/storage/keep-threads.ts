import type { StorageChannel } from './storage-channel.ts'
import type { DraftPiece, StorageDatabase } from './storage-database.ts'
import type { StoredDraft, ThreadNode, ThreadRecord, ThreadStore } from './thread-store.ts'

/** Threads in IndexedDB, shared by every tab. */
export function indexedDbThreads(database: StorageDatabase, channel: StorageChannel): ThreadStore {
  const changed = (threadId: string) => channel.tell({ type: 'thread', threadId })
  return {
    list: () => newestFirst(database),
    find: (threadId) => database.get('threads', threadId),
    read: (threadId) => readThread(database, threadId),
    async create(thread) {
      const transaction = database.transaction('threads', 'readwrite')
      if (!(await transaction.store.get(thread.id))) await transaction.store.put(thread)
      await transaction.done
      changed(thread.id)
    },
    async adopt(thread, nodes) {
      await adoptThread(database, thread, nodes)
      changed(thread.id)
    },
    async change(threadId, step) {
      const transaction = database.transaction('threads', 'readwrite')
      const thread = await transaction.store.get(threadId)
      const next = thread && step(thread)
      if (next) await transaction.store.put(next)
      await transaction.done
      if (next) changed(threadId)
      return next
    },
    async append(node) {
      await appendNode(database, node)
      changed(node.threadId)
    },
    async draft(threadId, draft) {
      const transaction = database.transaction(['threads', 'drafts'], 'readwrite')
      // Of a thread that was removed meanwhile nothing may be left behind: nobody would ever remove it.
      const isThere = (await transaction.objectStore('threads').getKey(threadId)) !== undefined
      if (isThere) await transaction.objectStore('drafts').add({ threadId, ...draft })
      await transaction.done
      if (isThere) changed(threadId)
    },
    async dropDraft(threadId, messageId) {
      const transaction = database.transaction('drafts', 'readwrite')
      const keys = await transaction.store.index('message').getAllKeys([threadId, messageId])
      await Promise.all(keys.map((key) => transaction.store.delete(key)))
      await transaction.done
      changed(threadId)
    },
    async remove(threadId) {
      await removeThread(database, threadId)
      changed(threadId)
      channel.tell({ type: 'grants' })
    },
    async *search(words, signal) {
      const { searchThreads } = await import('./search-threads.ts')
      const [threads, pages] = [() => newestFirst(database), (threadId: string) => pagesOf(database, threadId)]
      yield* searchThreads(words, { threads, pages, signal })
    },
    watch: (listener) =>
      channel.listen((news) => {
        if (news.type === 'thread') listener(news.threadId)
      }),
  }
}

async function newestFirst(database: StorageDatabase): Promise<readonly ThreadRecord[]> {
  const threads = await database.getAllFromIndex('threads', 'updatedAt')
  return threads.toReversed()
}

const ofThread = (threadId: string) => IDBKeyRange.bound([threadId], [threadId, []])

async function readThread(database: StorageDatabase, threadId: string) {
  const transaction = database.transaction(['threads', 'nodes', 'drafts'])
  const [thread, nodes, pieces] = await Promise.all([
    transaction.objectStore('threads').get(threadId),
    transaction.objectStore('nodes').index('order').getAll(ofThread(threadId)),
    transaction.objectStore('drafts').index('threadId').getAll(threadId),
  ])
  return thread && { thread, nodes, drafts: joinPieces(pieces) }
}

function joinPieces(pieces: readonly DraftPiece[]): readonly StoredDraft[] {
  const drafts = new Map<string, StoredDraft>()
  for (const { threadId: _thread, ...piece } of pieces) {
    const before = drafts.get(piece.messageId)
    drafts.set(piece.messageId, before ? { ...before, events: [...before.events, ...piece.events] } : piece)
  }
  return [...drafts.values()]
}

async function appendNode(database: StorageDatabase, node: Omit<ThreadNode, 'order'>): Promise<void> {
  const transaction = database.transaction(['threads', 'nodes', 'drafts'], 'readwrite', { durability: 'strict' })
  const [threads, nodes, drafts] = [
    transaction.objectStore('threads'),
    transaction.objectStore('nodes'),
    transaction.objectStore('drafts'),
  ]
  const [thread, existing, last, pieces] = await Promise.all([
    threads.get(node.threadId),
    nodes.getKey([node.threadId, node.id]),
    nodes.index('order').openCursor(ofThread(node.threadId), 'prev'),
    drafts.index('message').getAllKeys([node.threadId, node.id]),
  ])
  if (thread) {
    if (!existing) await nodes.put({ ...node, order: (last?.value.order ?? -1) + 1 })
    await threads.put({ ...thread, head: node.id, updatedAt: Math.max(thread.updatedAt, node.createdAt) })
    await Promise.all(pieces.map((key) => drafts.delete(key)))
  }
  await transaction.done
}

async function adoptThread(database: StorageDatabase, thread: ThreadRecord, nodes: readonly ThreadNode[]): Promise<void> {
  const transaction = database.transaction(['threads', 'nodes'], 'readwrite')
  const threads = transaction.objectStore('threads')
  if (!(await threads.get(thread.id))) {
    const rows = nodes.map((node) => transaction.objectStore('nodes').put(node))
    await Promise.all([threads.put(thread), ...rows])
  }
  await transaction.done
}

async function removeThread(database: StorageDatabase, threadId: string): Promise<void> {
  const transaction = database.transaction(
    ['threads', 'nodes', 'drafts', 'calls', 'receipts', 'grants', 'exchanges'],
    'readwrite',
  )
  const [drafts, calls, grants] = [
    transaction.objectStore('drafts'),
    transaction.objectStore('calls'),
    transaction.objectStore('grants'),
  ]
  const [pieces, records, given, exchanges] = await Promise.all([
    drafts.index('threadId').getAllKeys(threadId),
    calls.index('threadId').getAllKeys(threadId),
    grants.index('threadId').getAllKeys(threadId),
    transaction.objectStore('exchanges').index('thread').getAllKeys(ofThread(threadId)),
  ])
  await Promise.all([
    transaction.objectStore('threads').delete(threadId),
    transaction.objectStore('nodes').delete(ofThread(threadId)),
    transaction.objectStore('receipts').delete(ofThread(threadId)),
    ...pieces.map((key) => drafts.delete(key)),
    ...records.map((key) => calls.delete(key)),
    ...given.map((key) => grants.delete(key)),
    ...exchanges.map((key) => transaction.objectStore('exchanges').delete(key)),
  ])
  await transaction.done
}

const PAGE = 100

/** The messages of a thread in pieces: a long thread is not read at once. */
async function* pagesOf(database: StorageDatabase, threadId: string): AsyncIterable<readonly ThreadNode[]> {
  let from: [string, number] | [string] = [threadId]
  for (;;) {
    const range = IDBKeyRange.bound(from, [threadId, []], from.length > 1)
    const page = await database.getAllFromIndex('nodes', 'order', range, PAGE)
    const last = page.at(-1)
    if (!last) return
    yield page
    from = [threadId, last.order]
  }
}
