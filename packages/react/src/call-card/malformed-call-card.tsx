import type { KnownCall } from '@parley/browser'
import type { BrokenCall, JsonObject } from '@parley/dialects'
import { Characters } from '../code/characters.tsx'
import { countLines } from '../code/source-lines.ts'
import { brokenSentence } from '../language/sentences.ts'
import { useWords } from '../language/words.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Press, usePress } from '../parts/use-press.ts'
import { useCallCard } from './call-actions.tsx'
import { CallFrame } from './call-frame.tsx'
import { DecisionButton } from './pending/approve-button.tsx'
import { PendingFrame } from './pending/pending-frame.tsx'
import { useWriting } from './pending/writing.ts'

const BrokenCallEditor = fetchedPart(() => import('./broken-call-editor.tsx'))

/** Where a UTF-16 offset lies, counted from 1. */
export function positionOf(source: string, at: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

export interface MalformedCallCardProps {
  readonly call: KnownCall
  readonly broken: BrokenCall
  readonly ordinal: number
}

export function MalformedCallCard({ call, broken, ordinal }: MalformedCallCardProps) {
  const words = useWords()
  const { actions } = useCallCard()
  const pressing = usePress()
  const { problem, busy, press } = pressing
  const { writing, write, sent } = useWriting(call)
  const draft = writing?.box === 'meant' ? writing : undefined
  const editing = draft !== undefined
  const name = broken.name ?? broken.offer?.name ?? words.call.unnamed
  const said = words.said(brokenSentence(broken))
  const save = (toolName: string, input: JsonObject) => {
    sent()
    press(() => actions.editBroken(call.key, { name: toolName, input }))
  }
  const body = (
    <>
      <p className="text-sm wrap-anywhere">
        <Characters text={broken.offer ? `${said} ${words.call.offered}` : said} />
      </p>
      <BrokenSource broken={broken} />
      {draft && (
        <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
          <BrokenCallEditor
            broken={broken}
            draft={draft}
            onDraft={(typed) => write({ box: 'meant', ...typed })}
            busy={busy}
            onSave={save}
            onClose={() => write(undefined)}
          />
        </WhenFetched>
      )}
      <Problem text={problem} />
    </>
  )
  if (call.stage !== 'malformed')
    return (
      <CallFrame call={call} ordinal={ordinal} name={name} sentence={said}>
        {body}
      </CallFrame>
    )
  const footer = editing ? null : (
    <BrokenButtons call={call} broken={broken} pressing={pressing} onEdit={() => write({ box: 'meant' })} />
  )
  return (
    <PendingFrame call={call} ordinal={ordinal} name={name} sentence={said} shown={broken.source} footer={footer}>
      {body}
    </PendingFrame>
  )
}

interface BrokenButtonsProps {
  readonly call: KnownCall
  readonly broken: BrokenCall
  readonly pressing: Press
  readonly onEdit: () => void
}

function BrokenButtons({ call, broken, pressing: { busy, press }, onEdit }: BrokenButtonsProps) {
  const words = useWords()
  const { actions } = useCallCard()
  return (
    <div className="flex flex-wrap gap-2">
      {broken.offer && (
        <DecisionButton
          tone="primary"
          data-action="primary"
          disabled={busy}
          onClick={() => press(() => actions.takeOffer(call.key))}
        >
          {words.action.takeUp}
        </DecisionButton>
      )}
      <DecisionButton
        tone={broken.offer ? 'plain' : 'primary'}
        data-action={broken.offer ? 'resend' : 'primary'}
        disabled={busy}
        onClick={() => press(() => actions.resendCall(call.key))}
      >
        {words.action.askResend}
      </DecisionButton>
      <DecisionButton data-action="edit" disabled={busy} onClick={onEdit}>
        {words.action.editByHand}
      </DecisionButton>
      <DecisionButton data-action="as-text" disabled={busy} onClick={() => press(() => actions.treatAsText(call.key))}>
        {words.action.treatAsText}
      </DecisionButton>
    </div>
  )
}

function BrokenSource({ broken }: { readonly broken: BrokenCall }) {
  const words = useWords()
  const { source, at } = broken
  const place = at === undefined ? undefined : positionOf(source, at)
  return (
    <figure>
      {place && (
        <figcaption className="mb-1 text-xs text-faint">
          {words.call.malformedAt({ line: place.line, column: place.column })}
        </figcaption>
      )}
      <section
        aria-label={words.call.source}
        data-row=""
        data-lines={countLines(source)}
        className="rounded-lg border border-line bg-well/60 px-3 py-2 font-mono text-[12.5px] leading-[1.55] break-all whitespace-pre-wrap"
      >
        {at === undefined ? (
          <Characters text={source} />
        ) : (
          <>
            <Characters text={source.slice(0, at)} />
            <mark className="rounded-sm bg-bad-wash px-px text-bad outline-1 outline-bad">{source[at] ?? '⏹'}</mark>
            <Characters text={source.slice(at + 1)} />
          </>
        )}
      </section>
    </figure>
  )
}
