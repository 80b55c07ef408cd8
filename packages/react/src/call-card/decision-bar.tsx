import type { Effect, GrantOffer, KnownCall } from '@parley/browser'
import type { JsonObject } from '@parley/dialects'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Button, IconButton, Named } from '../parts/button.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { Menu } from '../parts/menu.tsx'
import { AllowMenu } from './allow-menu.tsx'
import { useCallSurroundings } from './call-actions.tsx'
import { primaryVerb } from './call-subject.ts'
import type { Fold } from './call-subject-view.tsx'
import { EditBox } from './edit-box.tsx'
import { Problem } from './problem.tsx'
import { RejectBox } from './reject-box.tsx'
import { useCardLetters } from './use-card-letters.ts'
import { usePress } from './use-press.ts'

interface DecisionBarProps {
  readonly call: KnownCall
  readonly effects: readonly Effect[]
  readonly sentence: string
  /** Set while lines of code are folded away: nothing is executed unseen. */
  readonly hiddenLines: number | undefined
  readonly fold: Fold
}

/** Execute · Edit · Reject ▾ · Allow… ▾ */
export function DecisionBar({ call, effects, sentence, hiddenLines, fold }: DecisionBarProps) {
  const words = useWords()
  const { desk } = useCallSurroundings()
  const { problem, busy, press } = usePress()
  const [box, setBox] = useState<'edit' | 'reason'>()
  const [allowing, setAllowing] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const { key, record } = call
  const close = () => {
    setBox(undefined)
    bar.current?.closest<HTMLElement>('[data-call-key]')?.focus({ preventScroll: true })
  }
  useCardLetters(bar, {
    e: () => setBox('edit'),
    r: () => setBox('reason'),
    a: () => setAllowing(true),
    d: fold.toggleCompact,
  })
  const allow = (grant?: GrantOffer) =>
    press(() => desk.decide(key, { kind: 'allow', hash: record.hash, ...(grant && { grant }) }))
  const edit = (input: JsonObject) => press(() => desk.decide(key, { kind: 'edit', input }))
  const reject = (reason?: string) =>
    press(() => desk.decide(key, { kind: 'reject', resume: reason !== undefined, ...(reason && { reason }) }))
  return (
    <div ref={bar} className="space-y-3">
      {box === 'edit' && <EditBox call={record.call} input={record.call.input} busy={busy} onClose={close} onSave={edit} />}
      {box === 'reason' && <RejectBox busy={busy} onClose={close} onReject={reject} />}
      <Problem text={problem} />
      {box === undefined && (
        <div className="flex flex-wrap items-center gap-2">
          {hiddenLines === undefined ? (
            <ExecuteButton
              verb={call.preview?.verb ?? primaryVerb(effects, words)}
              sentence={sentence}
              busy={busy}
              onPress={() => allow()}
            />
          ) : (
            <Button tone="primary" data-action="primary" onClick={fold.unfold}>
              {words.action.showAll(hiddenLines)}
            </Button>
          )}
          <Button data-action="edit" disabled={busy} onClick={() => setBox('edit')}>
            <Named shown={words.action.edit} spoken={words.action.full(words.action.edit, sentence)} />
            <KeyHint keys="E" />
          </Button>
          <RejectButtons sentence={sentence} busy={busy} onReject={() => reject()} onReason={() => setBox('reason')} />
          <AllowMenu
            call={call}
            open={allowing}
            onOpenChange={setAllowing}
            onAllow={allow}
            disabled={hiddenLines !== undefined || busy}
          />
        </div>
      )}
    </div>
  )
}

interface ExecuteButtonProps {
  readonly verb: string
  readonly sentence: string
  readonly busy: boolean
  readonly onPress: () => void
}

function ExecuteButton({ verb, sentence, busy, onPress }: ExecuteButtonProps) {
  const words = useWords()
  return (
    <Button
      tone="primary"
      data-action="primary"
      data-approves=""
      aria-keyshortcuts="Control+Enter"
      disabled={busy}
      onClick={onPress}
    >
      <Named shown={verb} spoken={words.action.full(verb, sentence)} />
      <KeyHint keys="Mod+Enter" />
    </Button>
  )
}

interface RejectButtonsProps {
  readonly sentence: string
  readonly busy: boolean
  readonly onReject: () => void
  readonly onReason: () => void
}

function RejectButtons({ sentence, busy, onReject, onReason }: RejectButtonsProps) {
  const words = useWords()
  return (
    <span className="inline-flex">
      <Button
        data-action="reject"
        className="rounded-r-none"
        aria-keyshortcuts="Control+Backspace"
        disabled={busy}
        onClick={onReject}
      >
        <Named shown={words.action.reject} spoken={words.action.full(words.action.reject, sentence)} />
        <KeyHint keys="Mod+Backspace" />
      </Button>
      <Menu
        label={words.action.rejectMenu}
        trigger={
          <IconButton
            label={words.action.rejectMenu}
            disabled={busy}
            className="rounded-l-none border-l-0 !border-line-strong/50"
          >
            <ChevronDown className="size-4" />
          </IconButton>
        }
        choices={[
          { id: 'plain', label: words.action.rejectPlain, hint: words.action.rejectPlainHint, onSelect: onReject },
          { id: 'reason', label: words.action.rejectReason, hint: words.action.rejectReasonHint, onSelect: onReason },
        ]}
      />
    </span>
  )
}
