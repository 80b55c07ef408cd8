import type { ThreadRecord } from '@parley/browser'
import { useCallback, useEffect, useState } from 'react'
import type { ListedThread } from '../threads/thread-list.tsx'
import { needsPerson } from './needs-person.ts'
import type { Workshop } from './workshop.ts'

async function readThreads(workshop: Workshop, search: string, current: string): Promise<readonly ListedThread[]> {
  const { threads, ledger } = workshop.book
  const onServer = new Map(workshop.serverThreads?.getSnapshot().threads.map((thread) => [thread.id, thread]))
  const found: readonly { thread: ThreadRecord; excerpt?: string }[] =
    search.trim() === '' ? (await threads.list()).map((thread) => ({ thread })) : await threads.search(search)
  const shown = found.filter(({ thread }) => thread.head !== undefined || thread.id === current || thread.place === 'server')
  return await Promise.all(
    shown.map(async ({ thread, excerpt }) => ({
      id: thread.id,
      title: thread.title,
      waiting: onServer.get(thread.id)?.pending.length ?? (await ledger.ofThread(thread.id)).filter(needsPerson).length,
      onServer: thread.place === 'server',
      ...(excerpt !== undefined && { excerpt }),
    })),
  )
}

const SETTLE_MS = 120

/** Every thread with a message in it, and the current one; follows changes of this tab and others. */
export function useThreadList(workshop: Workshop, search: string, current: string): readonly ListedThread[] {
  const [threads, setThreads] = useState<readonly ListedThread[]>([])
  const read = useCallback(() => readThreads(workshop, search, current).then(setThreads), [workshop, search, current])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void read()
      }, SETTLE_MS)
    }
    void read()
    const { book, serverThreads } = workshop
    const ends = [book.threads.watch(later), book.ledger.watch(later), serverThreads?.subscribe(later)]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end?.()
    }
  }, [workshop, read])
  return threads
}
