import { useEffect } from 'react'
import type { StudioServices } from './studio-services.ts'

/** Changes come in swarms; one look is enough for those of this time. */
const SETTLE_MS = 120

/** Reads now, and again whenever a thread or a call has changed, in this tab, in another one or on the server. */
export function useStorageChanges({ storage, serverThreads }: StudioServices, read: () => Promise<void>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void read()
      }, SETTLE_MS)
    }
    void read()
    const ends = [storage.threads.watch(later), storage.ledger.watch(later), serverThreads?.subscribe(later)]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end?.()
    }
  }, [storage, serverThreads, read])
}
