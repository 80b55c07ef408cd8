import type { CallState } from '@parley/browser'
import { ChevronDown, Wrench } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { badgeText, StageBadge, useNow } from './stage-badge.tsx'
import { useCardFocus } from './use-card-focus.ts'

const QUIET = new Set<CallState['stage']>(['succeeded', 'rejected', 'expired', 'as-text', 'resent', 'queued', 'judging'])
const PENDING = new Set<CallState['stage']>(['awaiting', 'asking', 'review', 'interrupted', 'malformed'])

interface CallFrameProps {
  readonly call: CallState
  /** Its number in the thread, for the heading. */
  readonly ordinal: number
  readonly name: string
  readonly sentence: string | undefined
  /** What came of it, for the folded line. */
  readonly outcome?: string | undefined
  readonly children: ReactNode
}

/** The border, the heading and the folding of a card; what is inside is the caller's. */
export function CallFrame({ call, ordinal, name, sentence, outcome, children }: CallFrameProps) {
  const words = useWords()
  const id = useId()
  const now = useNow(call.stage === 'running')
  const badge = badgeText(call, words, now)
  const pending = PENDING.has(call.stage)
  const [choice, setChoice] = useState<{ stage: CallState['stage']; open: boolean }>()
  const open = choice?.stage === call.stage ? choice.open : !QUIET.has(call.stage)
  const root = useRef<HTMLElement>(null)
  useCardFocus(root, pending)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section
      ref={root}
      role="group"
      aria-labelledby={`${id}-heading`}
      tabIndex={0}
      data-parley=""
      data-call-key={call.key}
      data-stage={call.stage}
      data-pending={pending || undefined}
      data-running={call.stage === 'running' || undefined}
      className={`scroll-mt-24 rounded-xl border bg-sheet shadow-xs shadow-black/5 ${pending ? 'border-wait/50' : 'border-line'}`}
    >
      <h3 id={`${id}-heading`} className="sr-only">
        {words.call.heading(ordinal, sentence ?? name, badge)}
      </h3>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={`${id}-body`}
        onClick={() => setChoice({ stage: call.stage, open: !open })}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-2.5 gap-y-1 rounded-xl px-3.5 py-2 text-left"
      >
        <Wrench aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <span className="font-mono text-[13px] font-medium">{name}</span>
        <span className="min-w-0 flex-1 basis-32 truncate text-[13px] text-soft">
          {open ? '' : sentence}
          {!open && outcome !== undefined && <span className="font-mono text-ink"> → {outcome}</span>}
        </span>
        <span className="flex items-center gap-2.5">
          <StageBadge call={call} text={badge} />
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 text-faint transition-transform ${open ? 'rotate-180' : ''}`}
          />
        </span>
      </button>
      <div id={`${id}-body`} hidden={!open} className="space-y-3 px-3.5 pb-3.5">
        {open && children}
      </div>
    </section>
  )
}
