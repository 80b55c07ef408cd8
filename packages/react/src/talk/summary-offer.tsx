import type { Conversation, ThreadState } from '@parley/browser'
import { FoldVertical } from 'lucide-react'
import { useState } from 'react'
import { useTalkWords } from '../language/talk-words.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { contextUse, NEARLY_FULL } from './context-use.ts'
import { MAY_SUM_UP, useSummarising } from './use-summarising.ts'

interface SummaryOfferProps {
  readonly conversation: Conversation
  readonly state: ThreadState
  /** How much the model reads at once. Absent: nobody said, and nothing is offered. */
  readonly contextTokens: number | undefined
}

/** When the context is nearly full: the way to empty it. Somebody who does not want it now is asked again after the next tenth. */
export function SummaryOffer({ conversation, state, contextTokens }: SummaryOfferProps) {
  const words = useTalkWords()
  const [declined, setDeclined] = useState(0)
  const { isMaking, problem, make, stop, forget } = useSummarising(conversation)
  const use = contextUse(state, contextTokens)
  const isOffered = use !== undefined && use >= NEARLY_FULL && use >= declined && MAY_SUM_UP.has(state.status.kind)
  if (problem) return <Problem text={problem} onClose={forget} />
  if (!isMaking && !isOffered) return null
  return (
    <div
      role="status"
      data-testid="summary-offer"
      className="flex flex-wrap items-center gap-2 rounded-xl border border-line bg-well/60 px-4 py-2 text-[13px] text-soft"
    >
      <FoldVertical aria-hidden="true" className="size-4" />
      <span className="min-w-0 flex-1 basis-52">
        {isMaking ? words.summary.making : words.summary.full({ percent: Math.round((use ?? 0) * 100) })}
      </span>
      {isMaking ? (
        <Button onClick={stop}>{words.summary.stop}</Button>
      ) : (
        <>
          <Button onClick={make}>{words.summary.make}</Button>
          <Button tone="quiet" onClick={() => setDeclined((use ?? 0) + 0.1)}>
            {words.summary.later}
          </Button>
        </>
      )}
    </div>
  )
}
