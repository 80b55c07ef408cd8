import type { CallRecord, ThreadRecord } from '@parley/browser'
import { useCallback, useEffect, useState } from 'react'
import type { ListedThread } from '../threads/thread-list.tsx'
import type { Workshop } from './workshop.ts'

/** Whether nothing happens with this call until a person acts. */
const needsPerson = (record: CallRecord): boolean =>
  record.phase !== 'settled' &&
  (record.interrupted === true ||
    record.review !== undefined ||
    record.questions.some((question) => question.answer === undefined) ||
    (record.phase === 'pending' && record.decision === undefined))

async function readThreads(workshop: Workshop, search: string, current: string): Promise<readonly ListedThread[]> {
  const { threads, ledger } = workshop.book
  const found: readonly { thread: ThreadRecord; excerpt?: string }[] =
    search.trim() === '' ? (await threads.list()).map((thread) => ({ thread })) : await threads.search(search)
  const shown = found.filter(({ thread }) => thread.head !== undefined || thread.id === current)
  return await Promise.all(
    shown.map(async ({ thread, excerpt }) => ({
      id: thread.id,
      title: thread.title,
      waiting: (await ledger.ofThread(thread.id)).filter(needsPerson).length,
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
      clearTimeout(timer)
      timer = setTimeout(() => void read(), SETTLE_MS)
    }
    void read()
    const ends = [workshop.book.threads.watch(later), workshop.book.ledger.watch(later)]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [workshop, read])
  return threads
}
