import type { KnownCall } from '@parley/browser'
import { type ReactNode, useId, useRef } from 'react'
import { useWords } from '../../language/words.tsx'
import { ToolTitle } from '../effects/tool-face.tsx'
import { badgeText, StageBadge } from '../stage-badge.tsx'
import { useCardFocus } from '../use-card-focus.ts'
import { Gated } from './gated.tsx'

interface PendingFrameProps {
  readonly call: KnownCall
  /** Its number in the thread, for the heading. */
  readonly ordinal: number
  readonly name: string
  readonly sentence: string | undefined
  readonly shown: string
  readonly children: ReactNode
  readonly footer: ReactNode
}

/** A card that waits for a person: its head and its buttons stand still, and what is between them can be read to its end. */
export function PendingFrame({ call, ordinal, name, sentence, shown, children, footer }: PendingFrameProps) {
  const words = useWords()
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const badge = badgeText(call, words, 0)
  useCardFocus(root, true)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section
      ref={root}
      role="group"
      aria-labelledby={`${id}-heading`}
      tabIndex={0}
      data-call-key={call.key}
      data-stage={call.stage}
      data-pending=""
      className="parley-rises flex min-h-0 flex-col rounded-xl border border-wait/50 bg-sheet shadow-xs shadow-black/5"
    >
      <h3 id={`${id}-heading`} className="sr-only">
        {words.call.heading({ place: ordinal, action: sentence ?? name, badge })}
      </h3>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1 px-3.5 py-2">
        <ToolTitle name={name} />
        <span className="flex-1" />
        <StageBadge call={call} text={badge} />
      </div>
      <Gated call={call} shown={shown} footer={footer}>
        {children}
      </Gated>
    </section>
  )
}
