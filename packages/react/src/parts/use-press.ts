import type { Done } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { useState } from 'react'
import { errorSentence, refusalSentence } from '../language/sentences.ts'

export interface Press {
  /** Why the last press changed nothing, in one sentence. */
  readonly problem: string | Sentence | undefined
  /** A press is under way; pressing again would do nothing new. */
  readonly busy: boolean
  press(action: () => Promise<Done>): void
  refuse(problem: string | Sentence | undefined): void
}

export function usePress(): Press {
  const [problem, refuse] = useState<string | Sentence>()
  const [busy, setBusy] = useState(false)
  const press = (action: () => Promise<Done>) => {
    setBusy(true)
    refuse(undefined)
    action()
      .then(
        (outcome) => refuse(outcome.ok ? undefined : refusalSentence(outcome)),
        (error: unknown) => refuse(errorSentence(error)),
      )
      .finally(() => setBusy(false))
  }
  return { problem, busy, press, refuse }
}
