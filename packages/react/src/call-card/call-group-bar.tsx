import type { CallState } from '@parley/browser'
import { Layers } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { useCallSurroundings } from './call-actions.tsx'
import { Problem } from './problem.tsx'
import { focusCard } from './use-card-focus.ts'
import { usePress } from './use-press.ts'

interface CallGroupBarProps {
  readonly messageId: string
  /** The calls of one answer, in the order written. */
  readonly calls: readonly CallState[]
}

const cardOf = (key: string) => document.querySelector<HTMLElement>(`[data-call-key="${CSS.escape(key)}"]`)

const review = (key: string) => {
  const card = cardOf(key)
  if (card) focusCard(card)
}

/** One decision for several calls of the same reply: never for calls of another one, and never for code nobody has seen. */
export function CallGroupBar({ messageId, calls }: CallGroupBarProps) {
  const words = useWords()
  const { desk } = useCallSurroundings()
  const { problem, busy, press, refuse } = usePress()
  const waiting = calls.filter((call) => call.stage === 'awaiting')
  const first = waiting[0]
  if (!first || waiting.length < 2) return null
  const executeAll = () => {
    const unseen = waiting.find((call) => !cardOf(call.key)?.querySelector('[data-approves]'))
    if (!unseen) return press(() => desk.decideAll(messageId, { kind: 'allow' }))
    refuse(words.group.unseen)
    review(unseen.key)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section
      role="group"
      aria-label={words.group.waiting(waiting.length)}
      tabIndex={0}
      data-parley=""
      data-group-bar=""
      className="flex flex-wrap items-center gap-2 rounded-xl border border-wait/50 bg-wait-wash px-3.5 py-2"
    >
      <Layers aria-hidden="true" className="size-4 text-wait" />
      <span className="mr-auto text-[13px] font-semibold text-wait">{words.group.waiting(waiting.length)}</span>
      <Button tone="primary" data-action="execute-all" disabled={busy} onClick={executeAll}>
        {words.group.executeAll}
        <KeyHint keys="Mod+Shift+Enter" />
      </Button>
      <Button disabled={busy} onClick={() => press(() => desk.decideAll(messageId, { kind: 'reject' }))}>
        {words.group.rejectAll}
      </Button>
      <Button tone="quiet" onClick={() => review(first.key)}>
        {words.group.review(calls.indexOf(first) + 1, calls.length)}
      </Button>
      <Problem text={problem} />
    </section>
  )
}
