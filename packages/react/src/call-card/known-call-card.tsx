import type { KnownCall, Preview } from '@parley/browser'
import { plainText } from '@parley/dialects'
import { useMemo, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { useCallSurroundings } from './call-actions.tsx'
import { CallFrame } from './call-frame.tsx'
import { CallOutcome } from './call-outcome.tsx'
import { effectsOf, inputOf } from './call-subject.ts'
import { CallSubjectView, type Fold, foldedLines } from './call-subject-view.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { HumanQuestionForm } from './human-question-form.tsx'
import { ResultGate } from './result-gate.tsx'
import { RuleLine } from './rule-line.tsx'
import { SettledBar } from './settled-bar.tsx'
import { TechnicalDetails } from './technical-details.tsx'

/** A preview is worked out before the decision and gone afterwards; a card keeps showing what was decided on. */
function useKeptPreview(preview: Preview | undefined): Preview | undefined {
  const [kept, setKept] = useState(preview)
  if (preview && preview !== kept) setKept(preview)
  return preview ?? kept
}

/** A result that fits on the folded line. */
function shortOutcome({ stage, record }: KnownCall): string | undefined {
  const text = stage === 'succeeded' && record.result ? plainText(record.result) : ''
  return text === '' || text.length > 40 || text.includes('\n') ? undefined : text
}

function useFold(): Fold {
  const [open, setOpen] = useState(false)
  const [compact, setCompact] = useState(true)
  return { open, compact, unfold: () => setOpen(true), toggleCompact: () => setCompact(!compact) }
}

export function KnownCallCard({ call, ordinal }: { readonly call: KnownCall; readonly ordinal: number }) {
  const words = useWords()
  const { executor } = useCallSurroundings()
  const { record, stage } = call
  const input = inputOf(call)
  const preview = useKeptPreview(call.preview)
  const fold = useFold()
  const told = preview?.sentence ?? record.sentence
  const sentence = told === undefined ? undefined : words.said(told)
  const effects = useMemo(() => effectsOf(executor, record.call.name, input), [executor, record.call.name, input])
  const edited = record.decision?.kind === 'edit'
  return (
    <CallFrame call={call} ordinal={ordinal} name={record.call.name} sentence={sentence} outcome={shortOutcome(call)}>
      {(sentence !== undefined || edited) && (
        <p className="text-[15px] leading-snug font-medium text-pretty">
          {sentence}
          {edited && (
            <span className="ml-2 rounded bg-parley-wash px-1.5 py-0.5 text-xs text-parley">{words.call.editedMark}</span>
          )}
        </p>
      )}
      <CallSubjectView call={call} input={input} preview={preview} fold={fold} />
      <TechnicalDetails call={call} />
      <RuleLine call={call} />
      {stage === 'asking' && <HumanQuestionForm call={call} />}
      {stage === 'review' && <ResultGate call={call} />}
      {stage !== 'review' && <CallOutcome call={call} />}
      {stage === 'awaiting' && (
        <DecisionBar
          call={call}
          effects={effects}
          sentence={sentence ?? record.call.name}
          hiddenLines={fold.open ? undefined : foldedLines(preview, input)}
          fold={fold}
        />
      )}
      {stage !== 'awaiting' && <SettledBar call={call} effects={effects} />}
    </CallFrame>
  )
}
