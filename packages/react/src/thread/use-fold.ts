import type { ThreadState } from '@parley/browser'
import { createContext, useContext, useMemo, useState } from 'react'
import { readSought, useSoughtAddress } from '../studio/thread-address.ts'

const NONE: ReadonlySet<string> = new Set()

export interface Fold {
  readonly isFolded: boolean
  readonly setFolded: (folded: boolean) => void
  /** The messages that are not drawn. */
  readonly folded: ReadonlySet<string>
}

/** Messages that are summed up stand folded, until somebody opens them or looks for one of them. */
export function useFold(summary: ThreadState['summary']): Fold {
  const hidden = useMemo(() => (summary ? new Set(summary.hidden) : NONE), [summary])
  const address = useSoughtAddress()
  const isWanted = hidden.has(readSought(address)?.message ?? '')
  const [fold, setFold] = useState({ isFolded: !isWanted, address })
  if (fold.address !== address) setFold({ isFolded: fold.isFolded && !isWanted, address })
  return {
    isFolded: fold.isFolded,
    setFolded: (isFolded) => setFold({ isFolded, address }),
    folded: fold.isFolded ? hidden : NONE,
  }
}

const FoldedContext = createContext<ReadonlySet<string>>(NONE)
export const FoldedProvider = FoldedContext.Provider
export const useFolded = (): ReadonlySet<string> => useContext(FoldedContext)
