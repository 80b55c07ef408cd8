import { forPerson, type KnownCall, toldSentence, WAITING_STAGES } from '@parley/browser'
import { plainText } from '@parley/dialects'
import { type ReactNode, useId, useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useLateWords } from '../../language/late-words.ts'
import { useWords } from '../../language/words.tsx'
import { Button } from '../../parts/button.tsx'
import { useCallCard } from '../call-actions.tsx'
import { ReceiptLine } from '../effects/effects-line.tsx'
import { ToolTitle } from '../effects/tool-face.tsx'
import { badgeText, StageBadge, useNow } from '../stage-badge.tsx'
import { effectsOf, inputOf } from '../subject/call-subject.ts'
import { useInnerCalls } from './inner-calls-context.tsx'

interface InnerCallRowsProps {
  /** The key of the program. */
  readonly program: string
  /** Draws a call on which somebody has to decide. */
  readonly draw: (call: KnownCall) => ReactNode
}

/** More than these are shown when they are wanted. */
const FIRST = 12

/** What a program called, each as a row in its card; one that waits for a person as whatever waits is shown. */
export default function InnerCallRows({ program, draw }: InnerCallRowsProps) {
  const words = useLateWords()
  const calls = useInnerCalls(program)
  const id = useId()
  const [all, setAll] = useState(false)
  if (calls.length === 0) return null
  const shown = all ? calls : calls.filter((call, index) => index < FIRST || WAITING_STAGES.has(call.stage))
  return (
    <div data-testid="inner-calls" className="space-y-1.5">
      <p id={id} className="text-xs font-medium text-faint">
        {words.program.called({ count: calls.length })}
      </p>
      <ol aria-labelledby={id} className="space-y-1 border-l-2 border-line pl-3">
        {shown.map((call) => (
          <li key={call.key}>{WAITING_STAGES.has(call.stage) ? draw(call) : <InnerRow call={call} />}</li>
        ))}
      </ol>
      {shown.length < calls.length && (
        <Button onClick={() => setAll(true)}>{words.program.showAll({ count: calls.length - shown.length })}</Button>
      )}
    </div>
  )
}

function InnerRow({ call }: { readonly call: KnownCall }) {
  const words = useWords()
  const { executor } = useCallCard()
  const now = useNow(call.stage === 'running')
  const { name } = call.record.call
  const effects = effectsOf(executor, name, inputOf(call))
  const told = toldSentence(call)
  const why = failureOf(call)
  return (
    <div data-inner-call={call.key} data-stage={call.stage} className="rounded-lg bg-well/60 py-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 px-2.5">
        <ToolTitle name={name} effects={effects} />
        <span className="min-w-0 flex-1 basis-32 truncate text-[13px] text-soft">
          {told !== undefined && <Characters text={words.said(told)} />}
        </span>
        <StageBadge call={call} text={badgeText(call, words, now)} />
      </div>
      {why !== undefined && (
        <p className="px-2.5 text-[13px] wrap-anywhere text-soft">
          <Characters text={why} />
        </p>
      )}
      <ReceiptLine call={call} effects={effects} />
    </div>
  )
}

/** Why it gave nothing, where its badge does not say. */
function failureOf({ stage, record }: KnownCall): string | undefined {
  const told = stage === 'failed' ? forPerson(record) : undefined
  return told?.kind === 'result' ? plainText(told.result).slice(0, 300) : undefined
}
