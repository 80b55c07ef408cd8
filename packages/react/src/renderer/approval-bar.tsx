import type { Done, KnownCall } from '@parley/browser'
import { useState } from 'react'
import { RejectBox } from '../call-card/decide/reject-box.tsx'
import { ApproveButton, DecisionButton } from '../call-card/pending/approve-button.tsx'
import { primaryVerb } from '../call-card/subject/call-subject.ts'
import { useWords } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { Problem } from '../parts/problem.tsx'
import { usePress } from '../parts/use-press.ts'

interface ApprovalBarProps {
  readonly call: KnownCall
  readonly onDecide: (approved: boolean, reason?: string) => PromiseLike<void> | void
}

/** Yes or no to a tool of the server. Its arguments are sealed, so there is nothing to edit and nothing to grant. */
export function ApprovalBar({ call, onDecide }: ApprovalBarProps) {
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
