import { useThreadViewportStore } from '@assistant-ui/react'
import type { AnswerMessage, ThreadState } from '@parley/browser'
import { useEffect, useLayoutEffect } from 'react'
import { useCallCard } from '../../call-card/call-actions.tsx'
import { useSettings } from '../../settings/use-settings.tsx'
import { readSought, useSoughtAddress } from '../../studio/thread-address.ts'
import { threadIndex } from '../thread-index.ts'
import { type FinishedTurn, foldOf, type StepsFold } from './finished-turn.ts'
import { isBeingRead } from './is-being-read.ts'
import { setTurnFold, turnFold, useTurnFold } from './turn-folds.ts'

/** What one answer of a turn shows of it. */
export interface Steps {
  /** The turn whose line stands in this answer. Absent: it stands in another one, or there is none. */
  readonly line?: FinishedTurn
  /** The places of its parts that can be folded. */
  readonly parts: ReadonlySet<number>
  readonly isFolded: boolean
}

const NONE: ReadonlySet<number> = new Set()

const useFoldOf = (turn: FinishedTurn | undefined): StepsFold | undefined => {
  const card = useCallCard()
  const [{ foldSteps }] = useSettings()
  return turn && foldSteps ? foldOf(turn, card) : undefined
}

export function useSteps(message: AnswerMessage, begin: AnswerMessage, finished: FinishedTurn | undefined): Steps {
  const fold = useFoldOf(finished)
  const isFolded = useTurnFold(begin.id) === 'folded' && fold !== undefined
  const isBegin = begin.id === message.id
  const viewport = useThreadViewportStore()
  useLayoutEffect(() => {
    if (!isBegin || turnFold(begin.id) === 'open') return
    if (!finished) setTurnFold(begin.id, 'live')
    else if (fold && turnFold(begin.id) === 'live')
      setTurnFold(begin.id, isBeingRead(elementsOf(fold), viewport.getState().isAtBottom) ? 'open' : 'folded')
  }, [isBegin, begin.id, finished, fold, viewport])
  return {
    ...(finished && fold?.lineIn === message.id && { line: finished }),
    parts: fold?.hidden.get(message.id) ?? NONE,
    isFolded,
  }
}

const elementsOf = ({ hidden }: StepsFold): readonly HTMLElement[] =>
  [...hidden].flatMap(([id, places]) => {
    const parts = document.querySelectorAll<HTMLElement>(`[data-message-id="${CSS.escape(id)}"] > [data-answer-part]`)
    return [...parts].filter((_, index) => places.has(index))
  })

/** What somebody looks for is not behind a line. */
export function useUnfolded(state: ThreadState): void {
  const address = useSoughtAddress()
  const turn = threadIndex(state).places.get(readSought(address)?.message ?? '')?.finished
  const fold = useFoldOf(turn)
  const id = turn?.id
  useEffect(() => {
    const sought = readSought(address)?.message
    if (id !== undefined && sought !== undefined && fold?.hidden.has(sought)) setTurnFold(id, 'open')
  }, [address, id, fold])
}
