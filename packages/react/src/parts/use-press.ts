import type { Done } from '@parley/browser'
import { useState } from 'react'

export interface Press {
  /** Why the last press changed nothing, in one sentence. */
  readonly problem: string | undefined
  /** A press is under way; pressing again would do nothing new. */
  readonly busy: boolean
  press(action: () => Promise<Done>): void
  refuse(problem: string | undefined): void
}

export function usePress(): Press {
  const [problem, refuse] = useState<string>()
  const [busy, setBusy] = useState(false)
  const press = (action: () => Promise<Done>) => {
    setBusy(true)
    refuse(undefined)
    action()
      .then(
        (done) => refuse(done.ok ? undefined : done.error),
        (error: unknown) => refuse(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => setBusy(false))
  }
  return { problem, busy, press, refuse }
}
