import type { CallState, Effect } from '@parley/browser'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useWords } from '../language/words.tsx'
import { ToolTitle } from './effects/tool-face.tsx'
import { badgeText, StageBadge, useNow } from './stage-badge.tsx'

const QUIET = new Set<CallState['stage']>(['succeeded', 'rejected', 'expired', 'as-text', 'resent', 'queued', 'judging'])

interface CallFrameProps {
  readonly call: CallState
  /** Its number in the thread, for the heading. */
  readonly ordinal: number
  readonly name: string
  /** For the picture of a tool that has no face of its own. */
  readonly effects?: readonly Effect[]
  readonly sentence: string | undefined
  /** What came of it, for the folded line. */
  readonly outcome?: string | undefined
  /** What it did, in sight whether it is folded or not. */
  readonly receipt?: ReactNode
  readonly children: ReactNode
}

/** The border, the heading and the folding of a card on which nobody has to decide; what is inside is the caller's. */
export function CallFrame({ call, ordinal, name, effects, sentence, outcome, receipt, children }: CallFrameProps) {
  const words = useWords()
  const id = useId()
  const now = useNow(call.stage === 'running')
  const badge = badgeText(call, words, now)
  const [choice, setChoice] = useState<{ stage: CallState['stage']; open: boolean }>()
  const open = choice?.stage === call.stage ? choice.open : !QUIET.has(call.stage)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section
      role="group"
      aria-labelledby={`${id}-heading`}
      tabIndex={0}
      data-call-key={call.key}
      data-stage={call.stage}
      data-running={call.stage === 'running' || undefined}
      data-opened={(choice?.stage === call.stage && open) || undefined}
      className="scroll-mt-24 rounded-xl border border-line bg-sheet shadow-xs shadow-black/5 data-running:border-parley"
    >
      <h3 id={`${id}-heading`} className="sr-only">
        {words.call.heading({ place: ordinal, action: sentence ?? name, badge })}
      </h3>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={`${id}-body`}
        onClick={() => setChoice({ stage: call.stage, open: !open })}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-2.5 gap-y-1 rounded-xl px-3.5 py-2 text-left"
      >
        <ToolTitle name={name} {...(effects && { effects })} />
        <span className="min-w-0 flex-1 basis-32 truncate text-[13px] text-soft">
          {!open && sentence !== undefined && <Characters text={sentence} />}
          {!open && outcome !== undefined && (
            <span className="font-mono text-ink">
              {' → '}
              <Characters text={outcome} />
            </span>
          )}
        </span>
        <span className="flex items-center gap-2.5 max-sm:grow max-sm:justify-between">
          <StageBadge call={call} text={badge} />
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 text-faint transition-transform ${open ? 'rotate-180' : ''}`}
          />
        </span>
      </button>
      {receipt}
      <div id={`${id}-body`} hidden={!open} className="space-y-3 px-3.5 pb-3.5">
        {open && children}
      </div>
    </section>
  )
}
