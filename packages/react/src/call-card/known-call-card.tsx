import { type Effect, forPerson, type KnownCall, type Preview, toldSentence, WAITING_STAGES } from '@parley/browser'
import { plainText } from '@parley/dialects'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useWords } from '../language/words.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { Problem } from '../parts/problem.tsx'
import { useCallCard } from './call-actions.tsx'
import { CallFrame } from './call-frame.tsx'
import { CallOutcome } from './call-outcome.tsx'
import { DecisionBar } from './decide/decision-bar.tsx'
import { HumanQuestionForm } from './decide/fetched-forms.tsx'
import { changesFiles, EffectsLine, ReceiptLine } from './effects/effects-line.tsx'
import { Gated } from './pending/gated.tsx'
import { PendingFrame } from './pending/pending-frame.tsx'
import { RuleLine } from './rule-line.tsx'
import { showingOf } from './showing.ts'
import { effectsOf, inputOf, shownText } from './subject/call-subject.ts'
import { CallSubjectView, type Fold } from './subject/call-subject-view.tsx'
import { TechnicalDetails } from './subject/technical-details.tsx'

const SettledBar = fetchedPart(() => import('./settled-bar.tsx'))
const ResultGate = fetchedPart(() => import('./decide/result-gate.tsx'))
const ShownItems = fetchedPart(() => import('../shown/shown-items.tsx'))

/** A preview is worked out before the decision and gone afterwards; a card keeps showing what was decided on. */
function useKeptPreview(preview: Preview | undefined): Preview | undefined {
  const [kept, setKept] = useState(preview)
  if (preview && preview !== kept) setKept(preview)
  return preview ?? kept
}

/** A result that fits on the folded line. What only changes files says so in its receipt, in the words of the reader. */
function shortOutcome({ stage, record }: KnownCall, effects: readonly Effect[]): string | undefined {
  if (effects.length > 0 && effects.every(changesFiles)) return undefined
  const told = stage === 'succeeded' ? forPerson(record) : undefined
  const text = told?.kind === 'result' ? plainText(told.result) : ''
  return text === '' || text.length > 40 || text.includes('\n') ? undefined : text
}

function useFold(): Fold {
  const [open, setOpen] = useState(false)
  const [compact, setCompact] = useState(true)
  return { open, compact, unfold: () => setOpen(true), toggleCompact: () => setCompact(!compact) }
}

interface KnownCallCardProps {
  readonly call: KnownCall
  readonly ordinal: number
  /** What its program called. Absent: it is no program. */
  readonly inner?: ReactNode
}

export function KnownCallCard({ call, ordinal, inner }: KnownCallCardProps) {
  const words = useWords()
  const { executor } = useCallCard()
  const { record, stage } = call
  const { name } = record.call
  const input = inputOf(call)
  const preview = useKeptPreview(call.preview)
  const fold = useFold()
  const told = toldSentence({ record, preview })
  const sentence = told === undefined ? undefined : words.said(told)
  const effects = useMemo(() => effectsOf(executor, name, input), [executor, name, input])
  const shown = useMemo(() => shownText(call, preview), [call, preview])
  const waits = WAITING_STAGES.has(stage)
  const decides = stage === 'awaiting' || stage === 'interrupted' || (stage === 'blocked' && record.verdict?.yields === true)
  const body = (
    <>
      <Sentence text={sentence} edited={record.decision?.kind === 'edit'} />
      {preview?.says && <OthersWords {...preview.says} />}
      {decides && <EffectsLine effects={effects} mentions={preview?.mentions ?? []} />}
      <CallSubjectView call={call} input={input} preview={preview} fold={fold} whole={decides} />
      {inner}
      <Rest call={call} />
    </>
  )
  const buttons = <Buttons call={call} effects={effects} sentence={sentence ?? name} fold={fold} />
  if (waits)
    return (
      <PendingFrame call={call} ordinal={ordinal} name={name} sentence={sentence} shown={shown} footer={buttons}>
        {body}
      </PendingFrame>
    )
  return (
    <CallFrame
      call={call}
      ordinal={ordinal}
      name={name}
      effects={effects}
      sentence={sentence}
      outcome={shortOutcome(call, effects)}
      receipt={
        <>
          <ReceiptLine call={call} effects={effects} />
          <Shown call={call} />
        </>
      }
    >
      {decides ? (
        <Gated call={call} shown={shown} footer={buttons}>
          {body}
        </Gated>
      ) : (
        <>
          {body}
          {buttons}
        </>
      )}
    </CallFrame>
  )
}

/** What its program showed, in sight whether the card is folded or not. */
function Shown({ call }: { readonly call: KnownCall }) {
  const words = useWords()
  const display = showingOf(call)
  if (!display) return null
  return (
    <div className="space-y-3 px-3.5 pb-3">
      <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
        <ShownItems display={display} />
      </WhenFetched>
    </div>
  )
}

/** Plain text under the name of who says it, with everything marked that could not be seen. */
function OthersWords({ by, text }: NonNullable<Preview['says']>) {
  const words = useWords()
  return (
    <figure className="border-l-2 border-line-strong/60 pl-3 text-[13px] text-soft">
      <figcaption className="text-xs font-medium text-faint">
        <Characters text={words.effect.says({ server: by })} />
      </figcaption>
      <blockquote className="wrap-anywhere whitespace-pre-wrap">
        <Characters text={text} />
      </blockquote>
    </figure>
  )
}

/** What follows the subject, in every state. */
function Rest({ call }: { readonly call: KnownCall }) {
  const words = useWords()
  return (
    <>
      <TechnicalDetails call={call} />
      <RuleLine call={call} />
      {call.stage === 'asking' && <HumanQuestionForm call={call} />}
      {call.stage === 'review' ? (
        <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
          <ResultGate call={call} />
        </WhenFetched>
      ) : (
        <CallOutcome call={call} />
      )}
    </>
  )
}

function Sentence({ text, edited }: { readonly text: string | undefined; readonly edited: boolean }) {
  const words = useWords()
  if (text === undefined && !edited) return null
  return (
    <p className="text-[15px] leading-snug font-medium wrap-anywhere">
      {text !== undefined && <Characters text={text} />}
      {edited && <span className="ml-2 rounded bg-parley-wash px-1.5 py-0.5 text-xs text-parley">{words.call.editedMark}</span>}
    </p>
  )
}

function Buttons(props: ComponentProps<typeof DecisionBar>) {
  const words = useWords()
  if (props.call.stage === 'awaiting') return <DecisionBar {...props} />
  return (
    <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
      <SettledBar call={props.call} sentence={props.sentence} />
    </WhenFetched>
  )
}
