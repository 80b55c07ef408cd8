import type { Conversation, ThreadState } from '@parley/browser'
import { FoldVertical, Undo2 } from 'lucide-react'
import { useTalkWords } from '../language/talk-words.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { usePress } from '../parts/use-press.ts'

interface SummaryFoldProps {
  readonly conversation: Conversation
  readonly summary: NonNullable<ThreadState['summary']>
  readonly isFolded: boolean
  readonly onFold: (folded: boolean) => void
}

/** Stands where the summed-up messages would: what the model reads instead, and the way back to all of it. */
export default function SummaryFold({ conversation, summary, isFolded, onFold }: SummaryFoldProps) {
  const words = useTalkWords()
  const { problem, busy, press } = usePress()
  return (
    <section
      aria-label={words.summary.folded({ count: summary.hidden.length })}
      data-testid="summary"
      className="rounded-xl border border-line bg-well/50 px-4 py-3 text-[13px]"
    >
      <div className="flex flex-wrap items-center gap-2">
        <FoldVertical aria-hidden="true" className="size-4 text-faint" />
        <h2 className="min-w-0 flex-1 basis-40 font-medium">{words.summary.folded({ count: summary.hidden.length })}</h2>
        <Button aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
          {isFolded ? words.summary.show : words.summary.hide}
        </Button>
        <Button disabled={busy} onClick={() => press(() => conversation.undoSummary())}>
          <Undo2 aria-hidden="true" className="size-4" />
          {words.talks.undo}
        </Button>
      </div>
      <p className="mt-1 text-soft">{words.summary.hint}</p>
      <details className="mt-2">
        <summary className="parley-summary text-soft">{words.summary.text}</summary>
        <div className="mt-1 max-h-60 overflow-auto whitespace-pre-wrap wrap-anywhere">{summary.text}</div>
      </details>
      <Problem text={problem} />
    </section>
  )
}
