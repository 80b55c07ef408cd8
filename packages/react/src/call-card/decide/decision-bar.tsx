import type { Effect, GrantOffer, KnownCall } from '@parley/browser'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isEditable } from '../../keys/is-editable.ts'
import { useWords } from '../../language/words.tsx'
import { Named } from '../../parts/button.tsx'
import { KeyHint } from '../../parts/key-hint.tsx'
import { Problem } from '../../parts/problem.tsx'
import { usePress } from '../../parts/use-press.ts'
import { type CallActions, useCallCard } from '../call-actions.tsx'
import { ApproveButton, DecisionButton, DecisionMenu } from '../pending/approve-button.tsx'
import { useGate } from '../pending/gated.tsx'
import { useWriting, type Written } from '../pending/writing.ts'
import { primaryVerb } from '../subject/call-subject.ts'
import type { Fold } from '../subject/call-subject-view.tsx'
import { AllowMenu } from './allow-menu.tsx'
import { EditBox } from './fetched-forms.tsx'
import { RejectBox } from './reject-box.tsx'

type Choice = Parameters<CallActions['decide']>[1]

interface DecisionBarProps {
  readonly call: KnownCall
  readonly effects: readonly Effect[]
  readonly sentence: string
  readonly fold: Fold
}

/** Execute · Edit · Reject ▾ · Allow… ▾ */
export function DecisionBar({ call, effects, sentence, fold }: DecisionBarProps) {
  const words = useWords()
  const { actions } = useCallCard()
  const { unseen } = useGate()
  const { problem, busy, press } = usePress()
  const written = useWriting(call)
  const { writing, write, sent } = written
  const [allowing, setAllowing] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const { key, record } = call
  // Who edits runs the rest of it too, so the rest has to have been read.
  const isRead = unseen === 0
  const close = () => {
    write(undefined)
    bar.current?.closest<HTMLElement>('[data-call-key]')?.focus({ preventScroll: true })
  }
  useCardLetters(bar, {
    e: () => isRead && !writing && write({ box: 'edit' }),
    r: () => !writing && write({ box: 'reason' }),
    a: () => setAllowing(true),
    d: fold.toggleCompact,
  })
  const decide = (choice: Choice) => {
    sent()
    press(() => actions.decide(key, choice))
  }
  const allow = (grant?: GrantOffer) => decide({ kind: 'allow', hash: record.hash, ...(grant && { grant }) })
  return (
    <div ref={bar} className="space-y-3">
      <OpenBox call={call} written={written} busy={busy} onClose={close} onDecide={decide} />
      <Problem text={problem} />
      {!writing && (
        <div className="flex flex-wrap items-center gap-2 max-sm:gap-x-1.5 max-sm:[&_button]:px-2.5">
          <ApproveButton
            verb={call.preview?.verb === undefined ? primaryVerb(effects, words) : words.said(call.preview.verb)}
            sentence={sentence}
            disabled={busy}
            onPress={() => allow()}
          />
          <SuggestedButton call={call} disabled={busy || !isRead} onAllow={allow} />
          <DecisionButton data-action="edit" disabled={busy || !isRead} onClick={() => write({ box: 'edit' })}>
            <Named shown={words.action.edit} spoken={words.action.full({ verb: words.action.edit, sentence })} />
            <KeyHint keys="E" />
          </DecisionButton>
          <RejectButtons
            sentence={sentence}
            busy={busy}
            onReject={() => decide({ kind: 'reject', resume: false })}
            onReason={() => write({ box: 'reason' })}
          />
          <AllowMenu call={call} open={allowing} onOpenChange={setAllowing} onAllow={allow} disabled={busy || !isRead} />
        </div>
      )}
    </div>
  )
}

interface OpenBoxProps {
  readonly call: KnownCall
  readonly written: Written
  readonly busy: boolean
  readonly onClose: () => void
  readonly onDecide: (choice: Choice) => void
}

/** Where somebody writes what else should run, or why this should not. */
function OpenBox({ call, written: { writing, write }, onDecide, ...box }: OpenBoxProps) {
  const written = call.record.call
  if (writing?.box === 'edit')
    return (
      <EditBox
        {...box}
        call={written}
        input={written.input}
        draft={writing.input}
        onDraft={(input) => write({ box: 'edit', input })}
        onSave={(input) => onDecide({ kind: 'edit', input })}
      />
    )
  if (writing?.box !== 'reason') return null
  return (
    <RejectBox
      {...box}
      draft={writing.reason}
      onDraft={(reason) => write({ box: 'reason', reason })}
      onReject={(reason) => onDecide({ kind: 'reject', resume: true, reason })}
    />
  )
}

interface SuggestedButtonProps {
  readonly call: KnownCall
  readonly disabled: boolean
  readonly onAllow: (offer: GrantOffer) => void
}

/** The grant that is worth a button of its own; it says how far it reaches. */
function SuggestedButton({ call, disabled, onAllow }: SuggestedButtonProps) {
  const words = useWords()
  const offer = call.record.verdict?.kind === 'ask' ? call.record.verdict.suggested : undefined
  if (offer?.scope.kind !== 'effects') return null
  const [first] = offer.scope.effects
  const path = first && 'path' in first ? first.path : '/**'
  const reading = path === '/**' ? words.action.readInThread : words.action.readInFolder({ path })
  return (
    <DecisionButton data-action="suggested" disabled={disabled} onClick={() => onAllow(offer)}>
      {first?.kind === 'remote' ? words.action.callInThread : reading}
    </DecisionButton>
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
  const [open, setOpen] = useState(false)
  return (
    <span className="inline-flex">
      <DecisionButton
        data-action="reject"
        className="rounded-r-none"
        aria-keyshortcuts="Control+Backspace"
        disabled={busy}
        onClick={onReject}
      >
        <Named shown={words.action.reject} spoken={words.action.full({ verb: words.action.reject, sentence })} />
        <KeyHint keys="Mod+Backspace" />
      </DecisionButton>
      <DecisionMenu
        label={words.action.rejectMenu}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <DecisionButton
            aria-label={words.action.rejectMenu}
            title={words.action.rejectMenu}
            disabled={busy}
            className="min-w-8 rounded-l-none border-l-0 px-1.5"
          >
            <ChevronDown className="size-4" />
          </DecisionButton>
        }
        choices={[
          { id: 'plain', label: words.action.rejectPlain, hint: words.action.rejectPlainHint, onSelect: onReject },
          { id: 'reason', label: words.action.rejectReason, hint: words.action.rejectReasonHint, onSelect: onReason },
        ]}
      />
    </span>
  )
}

/** Single letters that work while the card around `inside` has the focus, and nowhere else. */
function useCardLetters(inside: RefObject<HTMLElement | null>, letters: Readonly<Record<string, () => void>>): void {
  const { letterKeys } = useCallCard()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isEditable(event.target)) return
    const action = Object.hasOwn(letters, event.key.toLowerCase()) ? letters[event.key.toLowerCase()] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const card = inside.current?.closest<HTMLElement>('[data-call-key]')
    if (!card || !letterKeys) return
    const listen = (event: KeyboardEvent) => pressed(event)
    card.addEventListener('keydown', listen)
    return () => card.removeEventListener('keydown', listen)
  }, [inside, letterKeys])
}
