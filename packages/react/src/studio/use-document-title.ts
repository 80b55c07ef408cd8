import type { ThreadState } from '@parley/browser'
import { useEffect } from 'react'

/** The tab says how many calls wait: those of this thread, and of all others. */
export function useDocumentTitle(state: ThreadState, elsewhere: number): void {
  const waiting = elsewhere + (state.status.kind === 'waiting' ? state.status.keys.length : 0)
  const title = state.title || 'Parley'
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title
  }, [waiting, title])
}
