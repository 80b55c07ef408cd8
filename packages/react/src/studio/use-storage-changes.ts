import { useEffect } from 'react'
import type { StudioServices } from './studio-services.ts'

/** Changes come in swarms; one look is enough for those of this time. */
const SETTLE_MS = 120

/** Reads now, and again whenever a thread or a call has changed, in this tab, in another one or on the server. */
export function useStorageChanges({ storage, serverThreads }: StudioServices, read: () => Promise<void>): void {
  useEffect(() => {
    const { look, later, end } = createLook(read)
    void look()
    const ends = [storage.threads.watch(later), storage.ledger.watch(later), serverThreads?.subscribe(later), end]
    return () => {
      for (const each of ends) each?.()
    }
  }, [storage, serverThreads, read])
}

/** Looks once at a time. Where thousands of changes come in, looking takes half of the time at most. */
function createLook(read: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [isReading, isStale, hasLeft] = [false, false, false]
  async function look(): Promise<void> {
    isReading = true
    isStale = false
    const since = performance.now()
    try {
      await read()
    } finally {
      isReading = false
      if (isStale) plan(performance.now() - since)
    }
  }
  function plan(rest: number): void {
    if (hasLeft) return
    timer ??= setTimeout(
      () => {
        timer = undefined
        void look()
      },
      Math.max(SETTLE_MS, rest),
    )
  }
  return {
    look,
    later: () => {
      isStale = true
      if (!isReading) plan(0)
    },
    end: () => {
      hasLeft = true
      clearTimeout(timer)
    },
  }
}
