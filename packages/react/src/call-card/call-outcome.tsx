import { type Executor, type ForPerson, forPerson, type KnownCall, type PersonNote, type ProgressLine } from '@parley/browser'
import { isJsonObject, ownValue, plainText, type ToolResult } from '@parley/dialects'
import { useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { CodeView, FOLD_LINES } from '../code/code-view.tsx'
import { brokenSentence, failureSentence } from '../language/sentences.ts'
import { useWords, type Words } from '../language/words.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { useCallExecutor } from './call-actions.tsx'

const ResultFiles = fetchedPart(() => import('./result-files.tsx'))

const hasFiles = ({ content, display }: ToolResult) =>
  content.some((part) => part.type === 'file') || (isJsonObject(display) && ownValue(display, 'files') !== undefined)

const COLOURS: { readonly [Level in ProgressLine['level']]: string } = {
  log: '',
  info: '',
  debug: 'text-faint',
  warn: 'text-wait',
  error: 'text-bad',
}

/** Where the tools live elsewhere. */
const NOBODY: Pick<Executor, 'find'> = { find: () => undefined }

/** What came of it: the console while it runs, then the result, or why there is none. */
export function CallOutcome({ call }: { readonly call: KnownCall }) {
  const words = useWords()
  const executor = useCallExecutor() ?? NOBODY
  const { stage, record } = call
  const told = stage === 'interrupted' ? undefined : (forPerson(record) ?? endedElsewhere(stage))
  const lines = consoleOf(call)
  const isRead = told?.kind === 'result' && stage === 'succeeded' && call.progress.length === 0
  return (
    <>
      {stage === 'interrupted' && <Note text={interruptedWhy(call, words)} />}
      {told?.kind === 'note' && <Note text={noteText(told.note, call, executor, words)} />}
      {lines.length > 0 && !isRead && <Console lines={lines} />}
      {told?.kind === 'result' && <Result result={told.result} bad={stage !== 'succeeded'} />}
      {told?.kind === 'result' && hasFiles(told.result) && (
        <WhenFetched waiting={null} failed={null}>
          <ResultFiles result={told.result} />
        </WhenFetched>
      )}
      {told?.kind === 'result' && <ForYou display={told.result.display} />}
    </>
  )
}

function interruptedWhy({ record }: KnownCall, { call }: Words): string {
  const at = record.replay?.diverged
  return at === undefined ? call.interruptedWhy : call.divergedWhy({ place: at + 1 })
}

/** A call that somebody else drives has no result when it was rejected. */
const endedElsewhere = (stage: KnownCall['stage']): ForPerson | undefined =>
  stage === 'rejected' || stage === 'expired' ? { kind: 'note', note: stage } : undefined

function noteText(note: PersonNote, { record }: KnownCall, executor: Pick<Executor, 'find'>, words: Words): string {
  switch (note) {
    case 'rejected': {
      const reason = record.decision?.kind === 'reject' ? record.decision.reason : undefined
      return reason === undefined ? words.call.reasonNone : `${words.call.reason}: ${reason}`
    }
    case 'invalid': {
      const tool = executor.find(record.call.name)
      if (!tool) return words.note.unknownTool
      const checked = tool.check(record.call.input)
      if (checked.kind === 'invalid') return `${words.note.invalid} ${words.said(brokenSentence(checked))}`
      return hasWords(record.result) ? words.said(failureSentence(record.result)) : words.note.invalid
    }
    case 'blocked':
      return ''
    case 'expired':
      return words.call.expiredWhy
    case 'stopped':
      return words.note.stoppedWhy
    case 'timed-out':
      return words.note.timedOutWhy
    case 'kept-back':
      return words.note.keptBack
    case 'interrupted':
      return words.note.markedFailed
  }
}

/** It was told for another reason than its arguments. */
const hasWords = (result: ToolResult | undefined): result is ToolResult =>
  isJsonObject(result?.display) && ownValue(result.display, 'words') !== undefined

const LEVELS = new Set<unknown>(Object.keys(COLOURS))

/** What it printed: heard while it ran, or kept with the result. */
function consoleOf({ progress, record }: KnownCall): readonly ProgressLine[] {
  if (progress.length > 0) return progress
  const display = record.result?.display
  const kept = isJsonObject(display) ? ownValue(display, 'lines') : undefined
  if (!Array.isArray(kept)) return []
  return kept.flatMap((line): readonly ProgressLine[] => {
    const [level, text] = isJsonObject(line) ? [ownValue(line, 'level'), ownValue(line, 'text')] : []
    // Only the five levels pass.
    return LEVELS.has(level) && typeof text === 'string' ? [{ level: level as ProgressLine['level'], text }] : []
  })
}

/** What the tool addressed to the person, and not to the model. */
function ForYou({ display }: { readonly display: ToolResult['display'] }) {
  const words = useWords()
  const kept = isJsonObject(display) ? ownValue(display, 'forPerson') : undefined
  const texts = Array.isArray(kept) ? kept.filter((text): text is string => typeof text === 'string') : []
  if (texts.length === 0) return null
  return (
    <div>
      <p className="mb-1 text-xs font-medium text-faint">{words.effect.forYou}</p>
      <pre className="max-h-52 overflow-auto rounded-lg bg-well/70 px-3 py-2 font-mono text-[13px] break-words whitespace-pre-wrap">
        <Characters text={texts.join('\n')} />
      </pre>
    </div>
  )
}

function Note({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <p className="text-[13px] wrap-anywhere text-soft">
      <Characters text={text} />
    </p>
  )
}

function Console({ lines }: { readonly lines: readonly ProgressLine[] }) {
  const words = useWords()
  return (
    <div>
      <p className="mb-1 text-xs font-medium text-faint">{words.call.console}</p>
      <section
        aria-label={words.call.console}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-52 overflow-auto rounded-lg bg-well/70 px-3 py-2 font-mono text-xs leading-relaxed"
      >
        {lines.map((line, index) => (
          <div key={index} className={`break-all whitespace-pre-wrap ${COLOURS[line.level]}`}>
            <Characters text={line.words ? words.said({ message: line.text, words: line.words }) : line.text} />
          </div>
        ))}
      </section>
    </div>
  )
}

function Result({ result, bad }: { readonly result: ToolResult; readonly bad: boolean }) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const text = bad ? words.said(failureSentence(result)) : plainText(result)
  const title = bad ? words.call.error : words.call.result
  // An error comes with numbered lines of its own; a second column of numbers would only confuse.
  const [characters, lines] = bad ? [3000, FOLD_LINES - 1] : [400, 6]
  if (text.length > characters || text.split('\n', FOLD_LINES).length > lines)
    return <CodeView text={text} language="text" label={title} title={title} open={open} onOpen={() => setOpen(true)} />
  return (
    <div data-testid="call-result">
      <p className="mb-1 text-xs font-medium text-faint">{title}</p>
      <pre
        className={`rounded-lg px-3 py-2 font-mono text-[13px] break-words whitespace-pre-wrap ${bad ? 'bg-bad-wash text-bad' : 'bg-well/70'}`}
      >
        {text === '' ? words.call.noOutput : <Characters text={text} />}
      </pre>
    </div>
  )
}
