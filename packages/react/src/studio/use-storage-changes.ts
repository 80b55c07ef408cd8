import { useEffect } from 'react'
import type { StudioServices } from './studio-services.ts'

/** Changes come in swarms; one look is enough for those of this time. */
const SETTLE_MS = 120

/** Reads now, and again whenever a thread or a call has changed, in this tab, in another one or on the server. */
export function useStorageChanges({ storage, serverThreads }: StudioServices, read: () => Promise<void>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let [isReading, isStale, hasLeft] = [false, false, false]
    const look = async () => {
      isReading = true
      isStale = false
      const since = performance.now()
      try {
        await read()
      } finally {
        isReading = false
        // Where thousands come in, looking takes half of the time at most.
        if (isStale) later(performance.now() - since)
      }
    }
    const later = (rest = 0) => {
      isStale = true
      if (isReading || hasLeft) return
      timer ??= setTimeout(
        () => {
          timer = undefined
          void look()
        },
        Math.max(SETTLE_MS, rest),
      )
    }
    const onChange = () => later()
    void look()
    const ends = [storage.threads.watch(onChange), storage.ledger.watch(onChange), serverThreads?.subscribe(onChange)]
    return () => {
      hasLeft = true
      clearTimeout(timer)
      for (const end of ends) end?.()
    }
  }, [storage, serverThreads, read])
}
