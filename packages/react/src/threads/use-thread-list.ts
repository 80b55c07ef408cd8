import { type ThreadRecord } from '@parley/browser'
import { useCallback, useState } from 'react'
import { readWaitingCalls } from '../agent/use-waiting-threads.ts'
import type { StudioServices } from '../studio/studio-services.ts'
import { useStorageChanges } from '../studio/use-storage-changes.ts'
import type { Grouped } from './group-threads.ts'

/** A conversation as the list shows it. */
export interface ListedThread extends Grouped {
  readonly id: string
  readonly title: string
  /** Calls in it that wait for the user. */
  readonly waiting: number
  /** Whether it lives on the server. */
  readonly onServer: boolean
  /** Whether a rehearsal in it waits to be kept. */
  readonly rehearses: boolean
}

/** What the list shows, and when that was so: the day it stands under depends on it. */
export interface ThreadListing {
  readonly threads: readonly ListedThread[]
  readonly readAt: number
}

async function readThreads(services: StudioServices, current: string): Promise<readonly ListedThread[]> {
  const threads = await services.storage.threads.list()
  const isShown = ({ id, head, place, deleted }: ThreadRecord) =>
    !deleted && (head !== undefined || id === current || place === 'server')
  return await Promise.all(
    threads.filter(isShown).map(async (thread) => {
      const { id, title, place, rehearses, updatedAt, pinned, archived, folder } = thread
      return {
        id,
        title,
        updatedAt,
        ...(pinned && { pinned }),
        ...(archived && { archived }),
        ...(folder !== undefined && { folder }),
        waiting: (await readWaitingCalls(services, thread)).length,
        onServer: place === 'server',
        rehearses: rehearses === true,
      }
    }),
  )
}

/** Every thread with a message in it, and the current one; follows changes of this tab and others. */
export function useThreadList(services: StudioServices, current: string): ThreadListing {
  const [listing, setListing] = useState<ThreadListing>({ threads: [], readAt: 0 })
  const read = useCallback(
    () => readThreads(services, current).then((threads) => setListing({ threads, readAt: Date.now() })),
    [services, current],
  )
  useStorageChanges(services, read)
  return listing
}
