import { needsPerson, type ThreadRecord } from '@parley/browser'
import { useCallback, useState } from 'react'
import { waitingOnServer } from '../agent/use-waiting-threads.ts'
import type { ListedThread } from '../threads/thread-list.tsx'
import type { StudioServices } from './studio-services.ts'
import { useStorageChanges } from './use-storage-changes.ts'

/** Calls of a thread that wait, here or on the server. */
async function countWaiting({ storage, serverThreads }: StudioServices, { id, place }: ThreadRecord): Promise<number> {
  const records = await storage.ledger.ofThread(id)
  const there = place === 'server' && serverThreads?.getSnapshot().threads.find((thread) => thread.id === id)
  return there ? waitingOnServer(there, records).length : records.filter(needsPerson).length
}

async function readThreads(services: StudioServices, search: string, current: string): Promise<readonly ListedThread[]> {
  const { threads } = services.storage
  const found: readonly { thread: ThreadRecord; excerpt?: string }[] =
    search.trim() === '' ? (await threads.list()).map((thread) => ({ thread })) : await threads.search(search)
  const shown = found.filter(({ thread }) => thread.head !== undefined || thread.id === current || thread.place === 'server')
  return await Promise.all(
    shown.map(async ({ thread, excerpt }) => ({
      id: thread.id,
      title: thread.title,
      waiting: await countWaiting(services, thread),
      onServer: thread.place === 'server',
      rehearses: thread.rehearses === true,
      ...(excerpt !== undefined && { excerpt }),
    })),
  )
}

/** Every thread with a message in it, and the current one; follows changes of this tab and others. */
export function useThreadList(services: StudioServices, search: string, current: string): readonly ListedThread[] {
  const [threads, setThreads] = useState<readonly ListedThread[]>([])
  const read = useCallback(() => readThreads(services, search, current).then(setThreads), [services, search, current])
  useStorageChanges(services, read)
  return threads
}
