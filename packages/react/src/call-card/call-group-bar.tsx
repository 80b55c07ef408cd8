import { type CallState, type KnownCall, toldSentence } from '@parley/browser'
import { Layers } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { Problem } from '../parts/problem.tsx'
import { usePress } from '../parts/use-press.ts'
import { useCallCard } from './call-actions.tsx'
import { useDock } from './dock/dock-context.tsx'
import { DecisionButton } from './pending/approve-button.tsx'
import { useCalm } from './pending/calm.ts'
import { GateProvider } from './pending/gated.tsx'
import { useSeenCalls } from './pending/seen-calls.tsx'
import { shownText } from './subject/call-subject.ts'
import { cardOf, focusCard } from './use-card-focus.ts'

interface CallGroupBarProps {
  readonly messageId: string
  /** The calls of one answer, in the order written. */
  readonly calls: readonly CallState[]
}

const isAwaiting = (call: CallState): call is KnownCall => call.stage === 'awaiting'

/** One decision for several calls of the same reply: never for calls of another one, and never for a call nobody has read. */
export function CallGroupBar({ messageId, calls }: CallGroupBarProps) {
  const waiting = calls.filter(isAwaiting)
  if (waiting.length < 2) return null
  return (
    <div data-parley="" className="min-w-0 flex-1">
      <WaitingBar messageId={messageId} calls={calls} waiting={waiting} />
    </div>
  )
}

function WaitingBar({ messageId, calls, waiting }: CallGroupBarProps & { readonly waiting: readonly KnownCall[] }) {
  const words = useWords()
  const { actions } = useCallCard()
  const { problem, busy, press, refuse } = usePress()
  const seen = useSeenCalls()
  const dock = useDock()
  const { calm, guard } = useCalm(`${waiting.map((call) => call.key).join(' ')} ${dock?.docked?.key}`)
  const jump = (key: string) => {
    if (dock) return dock.show(key)
    const card = cardOf(key)
    if (card) focusCard(card)
  }
  const executeAll = () => {
    const unread = waiting.find((call) => !seen.has(call.key, shownText(call, call.preview)))
    if (!unread) {
      const hashes = new Map(waiting.map((call) => [call.key, call.record.hash]))
      return press(() => actions.decideAll(messageId, { kind: 'allow', hashes }))
    }
    const told = toldSentence(unread) ?? unread.record.call.name
    refuse(words.dock.unread({ place: calls.indexOf(unread) + 1, sentence: `${words.said(told)}.` }))
    jump(unread.key)
  }
  const title = words.group.waiting({ count: waiting.length })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <section
      role="group"
      aria-label={title}
      tabIndex={0}
      data-group-bar=""
      data-calm={calm || undefined}
      className="flex flex-wrap items-center gap-2 rounded-xl border border-wait/50 bg-wait-wash px-3 py-1.5 max-sm:px-1.5 max-sm:[&>button]:flex-1 max-sm:[&>button]:px-1"
      {...guard}
    >
      <Layers aria-hidden="true" className="size-4 text-wait max-sm:hidden" />
      <span className="mr-auto text-[13px] font-semibold text-wait max-sm:sr-only">{title}</span>
      <GateProvider value={{ calm, unseen: 0, readOn: () => {} }}>
        <DecisionButton data-action="execute-all" aria-keyshortcuts="Control+Shift+Enter" disabled={busy} onClick={executeAll}>
          {words.group.executeAll}
          <KeyHint keys="Mod+Shift+Enter" />
        </DecisionButton>
        <DecisionButton
          data-action="reject-all"
          disabled={busy}
          onClick={() => press(() => actions.decideAll(messageId, { kind: 'reject' }))}
        >
          {words.group.rejectAll}
        </DecisionButton>
      </GateProvider>
      <Problem text={problem} />
    </section>
  )
}
