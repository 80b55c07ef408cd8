import type { Done, KnownCall } from '@parley/browser'
import { useState } from 'react'
import { primaryVerb } from '../call-card/call-subject.ts'
import { Problem } from '../call-card/problem.tsx'
import { RejectBox } from '../call-card/reject-box.tsx'
import { usePress } from '../call-card/use-press.ts'
import { useWords } from '../language/words.tsx'
import { Button, Named } from '../parts/button.tsx'
import { KeyHint } from '../parts/key-hint.tsx'

interface ApprovalBarProps {
  readonly call: KnownCall
  /** Set while lines of code are folded away: nothing is executed unseen. */
  readonly hiddenLines: number | undefined
  readonly onUnfold: () => void
  readonly onDecide: (approved: boolean, reason?: string) => PromiseLike<void> | void
}

/** Yes or no to a tool of the server. Its arguments are sealed, so there is nothing to edit and nothing to grant. */
export function ApprovalBar({ call, hiddenLines, onUnfold, onDecide }: ApprovalBarProps) {
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
          {hiddenLines === undefined ? (
            <Button
              tone="primary"
              data-action="primary"
              data-approves=""
              aria-keyshortcuts="Control+Enter"
              disabled={busy}
              onClick={() => decide(true)}
            >
              <Named shown={verb} spoken={words.action.full(verb, sentence)} />
              <KeyHint keys="Mod+Enter" />
            </Button>
          ) : (
            <Button tone="primary" data-action="primary" onClick={onUnfold}>
              {words.action.showAll(hiddenLines)}
            </Button>
          )}
          <Button data-action="reject" aria-keyshortcuts="Control+Backspace" disabled={busy} onClick={() => decide(false)}>
            <Named shown={words.action.reject} spoken={words.action.full(words.action.reject, sentence)} />
            <KeyHint keys="Mod+Backspace" />
          </Button>
          <Button tone="quiet" disabled={busy} onClick={() => setSaysWhy(true)}>
            {words.action.rejectReason}
          </Button>
        </div>
      )}
    </div>
  )
}
