import { needsPerson, type ThreadRecord } from '@parley/browser'
import { useCallback, useState } from 'react'
import { waitingOnServer } from '../agent/use-waiting-threads.ts'
import type { ListedThread } from '../threads/thread-list.tsx'
import { useBookChanges } from './use-book-changes.ts'
import type { Workshop } from './workshop.ts'

/** Calls of a thread that wait, here or on the server. */
async function countWaiting({ book, serverThreads }: Workshop, { id, place }: ThreadRecord): Promise<number> {
  const records = await book.ledger.ofThread(id)
  const there = place === 'server' && serverThreads?.getSnapshot().threads.find((thread) => thread.id === id)
  return there ? waitingOnServer(there, records, 'en').length : records.filter(needsPerson).length
}

async function readThreads(workshop: Workshop, search: string, current: string): Promise<readonly ListedThread[]> {
  const { threads } = workshop.book
  const found: readonly { thread: ThreadRecord; excerpt?: string }[] =
    search.trim() === '' ? (await threads.list()).map((thread) => ({ thread })) : await threads.search(search)
  const shown = found.filter(({ thread }) => thread.head !== undefined || thread.id === current || thread.place === 'server')
  return await Promise.all(
    shown.map(async ({ thread, excerpt }) => ({
      id: thread.id,
      title: thread.title,
      waiting: await countWaiting(workshop, thread),
      onServer: thread.place === 'server',
      ...(excerpt !== undefined && { excerpt }),
    })),
  )
}

/** Every thread with a message in it, and the current one; follows changes of this tab and others. */
export function useThreadList(workshop: Workshop, search: string, current: string): readonly ListedThread[] {
  const [threads, setThreads] = useState<readonly ListedThread[]>([])
  const read = useCallback(() => readThreads(workshop, search, current).then(setThreads), [workshop, search, current])
  useBookChanges(workshop, read)
  return threads
}
