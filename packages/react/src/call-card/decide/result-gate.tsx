import { type KnownCall, redact, trimMiddle } from '@parley/browser'
import { plainText } from '@parley/dialects'
import { useId, useState } from 'react'
import { useWords } from '../../language/words.tsx'
import { Button } from '../../parts/button.tsx'
import { KeyHint } from '../../parts/key-hint.tsx'
import { Problem } from '../../parts/problem.tsx'
import { usePress } from '../../parts/use-press.ts'
import { useCallCard } from '../call-actions.tsx'
import { DecisionButton } from '../pending/approve-button.tsx'

const TRIM_TO = 8_000

/** A result that waits before the model may read it: look, shorten, blacken, send or keep back. */
export default function ResultGate({ call }: { readonly call: KnownCall }) {
  const words = useWords()
  const id = useId()
  const { actions } = useCallCard()
  const { problem, busy, press } = usePress()
  const { review } = call.record
  const original = review ? plainText(review.result) : ''
  const [text, setText] = useState(original)
  if (!review) return null
  const send = () => press(() => actions.review(call.key, text === original ? { kind: 'send' } : { kind: 'replace', text }))
  return (
    <div className="space-y-3 rounded-lg border border-wait/40 bg-wait-wash/40 p-3">
      <p className="text-[13px]">
        <strong className="font-semibold">{words.gate.title}</strong>
        {words.punctuation.gap}
        {review.reasons
          .map((reason) =>
            reason.kind === 'large'
              ? words.gate.large({ size: words.size(reason.characters) })
              : words.gate.sensitive({
                  what: words.said({ message: reason.what, ...(reason.words && { words: reason.words }) }),
                  count: reason.count,
                }),
          )
          .join(words.punctuation.gap)}
      </p>
      <label htmlFor={id} className="block text-xs font-medium text-soft">
        {words.gate.label} ({words.size(text.length)})
      </label>
      <textarea
        id={id}
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="block w-full resize-y rounded-lg border border-line-strong/60 bg-sheet px-3 py-2 font-mono text-xs leading-relaxed"
      />
      <div className="flex flex-wrap gap-2">
        {text.length > TRIM_TO && (
          <Button onClick={() => setText(trimMiddle(text, TRIM_TO))}>{words.gate.trim({ size: words.size(TRIM_TO) })}</Button>
        )}
        {redact(text) !== text && <Button onClick={() => setText(redact(text))}>{words.gate.redact}</Button>}
        {text !== original && <Button onClick={() => setText(original)}>{words.action.undo}</Button>}
      </div>
      <Problem text={problem} />
      <div className="flex flex-wrap gap-2">
        <DecisionButton tone="primary" data-action="primary" data-approves="" disabled={busy} onClick={send}>
          {words.action.send}
          <KeyHint keys="Mod+Enter" />
        </DecisionButton>
        <DecisionButton
          data-action="reject"
          disabled={busy}
          onClick={() => press(() => actions.review(call.key, { kind: 'discard' }))}
        >
          {words.action.discard}
        </DecisionButton>
      </div>
    </div>
  )
}
