import type { TransferProgress } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useRef, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import type { Transfer } from './transfer-files.ts'

export interface RunningTransfer {
  readonly kind: 'in' | 'out'
  /** Absent until the first file was moved. */
  readonly progress?: TransferProgress
}

interface Transfers {
  readonly running: RunningTransfer | undefined
  /** What went wrong with the last one, or that it was cancelled. */
  readonly ended: { readonly kind: 'failed'; readonly reason: Sentence } | { readonly kind: 'cancelled' } | undefined
  start(kind: RunningTransfer['kind'], transfer: Transfer): void
  cancel(): void
}

/** One transfer after the other, with what each has done so far. */
export function useTransfer(): Transfers {
  const [running, setRunning] = useState<RunningTransfer>()
  const [ended, setEnded] = useState<Transfers['ended']>()
  const stop = useRef<AbortController>(undefined)
  const queue = useRef(Promise.resolve())
  const run = async (kind: RunningTransfer['kind'], transfer: Transfer) => {
    const controller = new AbortController()
    stop.current = controller
    setRunning({ kind })
    try {
      await transfer((progress) => setRunning({ kind, progress }), controller.signal)
    } catch (error) {
      setEnded(controller.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', reason: errorSentence(error) })
    }
    stop.current = undefined
    setRunning(undefined)
  }
  const start = (kind: RunningTransfer['kind'], transfer: Transfer) => {
    setEnded(undefined)
    // Files that are chosen while others come in are not lost.
    queue.current = queue.current.then(() => run(kind, transfer))
  }
  return { running, ended, start, cancel: () => stop.current?.abort() }
}
