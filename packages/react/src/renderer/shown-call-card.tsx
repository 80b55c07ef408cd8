import type { Done, KnownCall } from '@parley/browser'
import { plainText } from '@parley/dialects'
import { useState } from 'react'
import type { UiApprovalResponse, UiToolPart } from '../ai-sdk/ui-tool-part.ts'
import { CallFrame } from '../call-card/call-frame.tsx'
import { CallOutcome } from '../call-card/call-outcome.tsx'
import { RejectBox } from '../call-card/decide/reject-box.tsx'
import { ApproveButton, DecisionButton } from '../call-card/pending/approve-button.tsx'
import { PendingFrame } from '../call-card/pending/pending-frame.tsx'
import { StreamingCallCard } from '../call-card/streaming-call-card.tsx'
import { ArgumentTable } from '../call-card/subject/argument-table.tsx'
import { primaryVerb } from '../call-card/subject/call-subject.ts'
import { CallSubjectView } from '../call-card/subject/call-subject-view.tsx'
import { Characters } from '../code/characters.tsx'
import { countLines } from '../code/source-lines.ts'
import { useWords } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { Problem } from '../parts/problem.tsx'
import { usePress } from '../parts/use-press.ts'
import { toShownCall } from './ui-part-call.ts'

interface ShownCallCardProps {
  readonly part: UiToolPart
  readonly id: string
  /** Absent: the card shows that the server asks, and nobody can answer here. */
  readonly onApproval?: ((response: UiApprovalResponse) => PromiseLike<void> | void) | undefined
}

/** A call that runs elsewhere, or ran earlier: what it is about, whether it may run, and what came of it. */
export function ShownCallCard({ part, id, onApproval }: ShownCallCardProps) {
  const call = toShownCall(part, id)
  return (
    <div data-parley="">
      {call.stage === 'streaming' ? (
        <StreamingCallCard call={call} ordinal={1} />
      ) : (
        <KnownShownCard call={call} part={part} onApproval={onApproval} />
      )}
    </div>
  )
}

const SHORT = 40

function shortOutcome({ stage, record }: KnownCall): string | undefined {
  const text = stage === 'succeeded' && record.result ? plainText(record.result) : ''
  return text === '' || text.length > SHORT || text.includes('\n') ? undefined : text
}

function KnownShownCard({ call, part, onApproval }: Omit<ShownCallCardProps, 'id'> & { readonly call: KnownCall }) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const sentence = call.record.sentence === undefined ? undefined : words.said(call.record.sentence)
  const { input, name, source } = call.record.call
  const approval = part.state === 'approval-requested' ? part.approval : undefined
  const fold = { open, compact: true, unfold: () => setOpen(true), toggleCompact: () => {} }
  const body = (
    <>
      {sentence !== undefined && (
        <p className="text-[15px] leading-snug font-medium wrap-anywhere">
          <Characters text={sentence} />
        </p>
      )}
      {source === undefined ? (
        <CallSubjectView call={call} input={input} preview={undefined} fold={fold} whole={approval !== undefined} />
      ) : (
        <pre data-row="" data-lines={countLines(source)} className="font-mono text-xs break-all whitespace-pre-wrap">
          <Characters text={source} />
        </pre>
      )}
      {!approval && source === undefined && <ArgumentTable input={input} />}
      <CallOutcome call={call} />
    </>
  )
  if (!approval)
    return (
      <CallFrame call={call} ordinal={1} name={name} sentence={sentence} outcome={shortOutcome(call)}>
        {body}
      </CallFrame>
    )
  const footer = onApproval && (
    <ApprovalBar
      call={call}
      onDecide={(approved, reason) => onApproval({ id: approval.id, approved, ...(reason !== undefined && { reason }) })}
    />
  )
  const shown = `${approval.id} ${source ?? JSON.stringify(input)}`
  return (
    <PendingFrame call={call} ordinal={1} name={name} sentence={sentence} shown={shown} footer={footer}>
      {body}
    </PendingFrame>
  )
}

interface ApprovalBarProps {
  readonly call: KnownCall
  readonly onDecide: (approved: boolean, reason?: string) => PromiseLike<void> | void
}

/** Yes or no to a tool of the server. Its arguments are sealed, so there is nothing to edit and nothing to grant. */
function ApprovalBar({ call, onDecide }: ApprovalBarProps) {
  const words = useWords()
  const { problem, busy, press } = usePress()
  const [saysWhy, setSaysWhy] = useState(false)
  const sentence = words.said(call.record.sentence ?? call.record.call.name)
  const verb = primaryVerb([{ kind: 'unknown' }], words)
  const decide = (approved: boolean, reason?: string) =>
    press(async (): Promise<Done> => {
      await onDecide(approved, reason)
      return { ok: true }
    })
  return (
    <div className="space-y-3">
      {saysWhy && <RejectBox busy={busy} onClose={() => setSaysWhy(false)} onReject={(reason) => decide(false, reason)} />}
      <Problem text={problem} />
      {!saysWhy && (
        <div className="flex flex-wrap items-center gap-2">
          <ApproveButton verb={verb} sentence={sentence} disabled={busy} onPress={() => decide(true)} />
          <DecisionButton
            data-action="reject"
            aria-keyshortcuts="Control+Backspace"
            disabled={busy}
            onClick={() => decide(false)}
          >
            <Named shown={words.action.reject} spoken={words.action.full({ verb: words.action.reject, sentence })} />
            <KeyHint keys="Mod+Backspace" />
          </DecisionButton>
          <Button tone="quiet" disabled={busy} onClick={() => setSaysWhy(true)}>
            {words.action.rejectReason}
          </Button>
        </div>
      )}
    </div>
  )
}
