import { forPerson, type KnownCall } from '@parley/browser'
import { plainText } from '@parley/dialects'
import { useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Press, usePress } from '../parts/use-press.ts'
import { useCallCard } from './call-actions.tsx'
import { EditBox } from './decide/fetched-forms.tsx'
import { ApproveButton, DecisionButton } from './pending/approve-button.tsx'
import { useNow } from './stage-badge.tsx'
import { inputOf } from './subject/call-subject.ts'

/** The buttons of a call that no longer waits for the first decision. */
export default function SettledBar({ call, sentence }: { readonly call: KnownCall; readonly sentence: string }) {
  const { actions } = useCallCard()
  const pressing = usePress()
  const [editing, setEditing] = useState(false)
  const { key, record, stage } = call
  if (editing && stage !== 'running')
    return (
      <EditBox
        call={record.call}
        input={inputOf(call)}
        busy={pressing.busy}
        onClose={() => setEditing(false)}
        onSave={(input) => pressing.press(() => actions.runAgain(key, input))}
      />
    )
  return (
    <>
      <Problem text={pressing.problem} />
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        <OngoingButtons call={call} pressing={pressing} sentence={sentence} />
        <FailedButtons call={call} pressing={pressing} onEdit={() => setEditing(true)} />
        <EndedButtons call={call} pressing={pressing} sentence={sentence} />
      </div>
    </>
  )
}

interface ButtonsProps {
  readonly call: KnownCall
  readonly pressing: Press
}

interface NamedButtonsProps extends ButtonsProps {
  readonly sentence: string
}

function OngoingButtons({ call, pressing: { busy, press }, sentence }: NamedButtonsProps) {
  const words = useWords()
  const { actions } = useCallCard()
  const { stage, key } = call
  if (stage === 'running') return <StopButton call={call} onStop={() => press(() => actions.stopCall(key))} />
  if (stage === 'queued') return <Button onClick={() => press(() => actions.stopCall(key))}>{words.action.cancelCall}</Button>
  if (stage !== 'interrupted') return null
  return (
    <>
      <ApproveButton
        verb={words.action.runAgain}
        sentence={sentence}
        disabled={busy}
        onPress={() => press(() => actions.runAgain(key))}
      />
      <DecisionButton data-action="reject" disabled={busy} onClick={() => press(() => actions.markFailed(key))}>
        {words.action.markFailed}
      </DecisionButton>
    </>
  )
}

const UNDONE = new Set<KnownCall['stage']>(['failed', 'stopped', 'timed-out'])

/** Once the model has read the failure, trying again begins a new version of the answer beside it. */
function FailedButtons({ call, pressing: { busy, press }, onEdit }: ButtonsProps & { readonly onEdit: () => void }) {
  const words = useWords()
  const { actions } = useCallCard()
  if (!UNDONE.has(call.stage)) return null
  const read = call.record.sentIn !== undefined
  return (
    <>
      <DecisionButton
        {...(!read && { tone: 'primary', 'data-action': 'primary' })}
        disabled={busy}
        title={read ? words.action.runAgainHint : undefined}
        onClick={() => press(() => actions.runAgain(call.key))}
      >
        {words.action.retry}
      </DecisionButton>
      <DecisionButton data-action="edit" disabled={busy} onClick={onEdit}>
        {words.action.editAndRetry}
      </DecisionButton>
      {!read && (
        <Button disabled={busy} onClick={() => press(() => actions.proceed(words.thread.goOn))}>
          {call.stage === 'failed' ? words.action.sendError : words.action.sendOn}
        </Button>
      )}
    </>
  )
}

function EndedButtons({ call, pressing: { busy, press }, sentence }: NamedButtonsProps) {
  const words = useWords()
  const { actions } = useCallCard()
  const { stage, record, key } = call
  const unsent = record.sentIn === undefined
  if (stage === 'rejected' && unsent && record.decision?.by === 'person')
    return (
      <Button disabled={busy} onClick={() => press(() => actions.undoReject(key))}>
        {words.action.undo}
      </Button>
    )
  if (stage === 'expired')
    return (
      <Button disabled={busy} onClick={() => press(() => actions.retry(record.messageId))}>
        {words.action.askAgain}
      </Button>
    )
  if (stage === 'blocked' && record.verdict?.yields)
    return (
      <ApproveButton
        verb={words.action.runAnyway}
        sentence={sentence}
        title={words.action.runAnywayHint}
        disabled={busy}
        onPress={() => press(() => actions.runAgain(key))}
      />
    )
  if (stage !== 'succeeded') return null
  const told = forPerson(record)
  return (
    <>
      <Button
        disabled={busy}
        title={unsent ? undefined : words.action.runAgainHint}
        onClick={() => press(() => actions.runAgain(key))}
      >
        {words.action.runAgain}
      </Button>
      {told?.kind === 'result' && <CopyButton text={plainText(told.result)} />}
    </>
  )
}

function StopButton({ call, onStop }: { readonly call: KnownCall; readonly onStop: () => void }) {
  const words = useWords()
  const now = useNow(true)
  const long = now - (call.record.startedAt ?? now) >= 3000
  return (
    <Button
      tone="danger"
      data-action="stop"
      aria-keyshortcuts="Control+."
      onClick={onStop}
      className={long ? 'border-bad font-bold' : ''}
    >
      {words.action.stop}
      <KeyHint keys="Mod+." />
    </Button>
  )
}
