import type { Rehearsal } from '@parley/browser/rehearsal'
import { useEffect, useState } from 'react'
import type { StudioServices } from '../../studio/studio-services.ts'

/** The rehearsal of a thread, as soon as it is opened. */
export function useRehearsal({ rehearsalOf }: Pick<StudioServices, 'rehearsalOf'>, threadId: string): Rehearsal | undefined {
  const [opened, setOpened] = useState<{ readonly threadId: string; readonly rehearsal: Rehearsal }>()
  useEffect(() => {
    let left = false
    // A browser without a database has no copies, and nothing waits on one.
    rehearsalOf?.(threadId).then(
      (rehearsal) => left || setOpened({ threadId, rehearsal }),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [rehearsalOf, threadId])
  return opened?.threadId === threadId ? opened.rehearsal : undefined
}
