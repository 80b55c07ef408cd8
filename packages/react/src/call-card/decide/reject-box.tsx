import { useId, useRef, useState } from 'react'
import { useWords } from '../../language/words.tsx'
import { Button } from '../../parts/button.tsx'
import { KeyHint } from '../../parts/key-hint.tsx'
import { DecisionButton } from '../pending/approve-button.tsx'
import { useBoxFocus } from '../pending/writing.ts'

interface RejectBoxProps {
  /** What was typed before the card was drawn anew. */
  readonly draft?: string | undefined
  readonly onDraft?: (draft: string) => void
  readonly busy: boolean
  readonly onReject: (reason: string) => void
  readonly onClose: () => void
}

/** Says why, and lets the model go on with that. */
export function RejectBox({ draft, onDraft, busy, onReject, onClose }: RejectBoxProps) {
  const words = useWords()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [reason, setReason] = useState(draft ?? '')
  useBoxFocus(box, draft !== undefined)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className="space-y-2" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <label htmlFor={id} className="block text-[13px] font-medium">
        {words.reject.label}
      </label>
      <textarea
        id={id}
        rows={2}
        value={reason}
        maxLength={2000}
        placeholder={words.reject.placeholder}
        onChange={(event) => {
          setReason(event.target.value)
          onDraft?.(event.target.value)
        }}
        className="block w-full resize-y rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 text-sm placeholder:text-faint"
      />
      <div className="flex flex-wrap gap-2">
        <DecisionButton
          tone="primary"
          data-action="primary"
          disabled={busy || reason.trim() === ''}
          onClick={() => onReject(reason.trim())}
        >
          {words.action.rejectSend}
          <KeyHint keys="Mod+Enter" />
        </DecisionButton>
        <Button tone="quiet" onClick={onClose}>
          {words.action.cancel}
          <KeyHint keys="Esc" />
        </Button>
      </div>
    </div>
  )
}
