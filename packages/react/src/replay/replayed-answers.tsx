import type { Allowance, Difference, ReplayedAnswer } from '@parley/browser'
import { useEffect, useMemo, useRef } from 'react'
import { DiffLine } from '../code/diff-view.tsx'
import { type ChangedLine, lineChanges } from '../code/line-changes.ts'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { callsText } from './call-text.ts'
import type { Trial } from './run-replays.ts'

/** Leads to a new conversation: from what was said then, or from what was said now in its place. */
export type GoOn = (trial: Trial, answer: ReplayedAnswer, side: 'then' | 'now') => void

const ALLOWED = {
  'order of keys': 'keys',
  'white space at line ends': 'blanks',
  'order of calls': 'calls',
  'ids of calls': 'ids',
} as const satisfies Readonly<Record<Allowance, string>>

interface ReplayedAnswersProps {
  readonly trial: Trial
  /** How often somebody asked for it: then it is led to. Absent: nobody has. */
  readonly looked: number | undefined
  readonly onGoOn: GoOn
}

/** What came of each answer; of one that differs both sides. From each there is a way to go on. */
export function ReplayedAnswers({ trial, looked, onGoOn }: ReplayedAnswersProps) {
  const words = useLateWords()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (looked === undefined) return
    const first = list.current?.querySelector<HTMLElement>('[data-differs]') ?? list.current?.querySelector<HTMLElement>('li')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'nearest' })
  }, [looked])
  return (
    <ol ref={list} className="space-y-3" aria-label={words.replay.answers}>
      {trial.answers.map((answer) => (
        <li
          key={answer.messageId}
          tabIndex={-1}
          data-testid="replayed-answer"
          data-differs={answer.comparison.kind === 'different' || undefined}
          className="rounded-xl border border-line p-3 text-[13px]"
        >
          <p className="font-medium">
            {words.replay.answer({ step: answer.step })}
            {words.punctuation.colon}
            {outcomeWords(answer, words)}
          </p>
          {answer.comparison.kind === 'different' ? (
            <Sides answer={answer} onGoOn={(side) => onGoOn(trial, answer, side)} />
          ) : (
            <Button tone="quiet" onClick={() => onGoOn(trial, answer, 'now')} className="-ml-3">
              {words.replay.goOnHere}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

function outcomeWords({ comparison }: ReplayedAnswer, words: LateWords): string {
  if (comparison.kind === 'different') return differenceWords(comparison.difference, words)
  const rules = comparison.allowed.map((allowance) => words.replay.overlooked[ALLOWED[allowance]])
  return rules.length === 0 ? words.replay.equal : words.replay.equalBy({ rules: rules.join(words.effect.comma) })
}

function differenceWords(difference: Difference, words: LateWords): string {
  const { difference: say } = words.replay
  if (difference.kind === 'missing') return say.missing({ name: difference.recorded.name })
  if (difference.kind === 'added') return say.added({ name: difference.now.name })
  if (difference.kind === 'unreadable') return say.unreadable
  return difference.kind === 'tool' ? say.tool : say.argument({ name: difference.now.name, path: difference.path || '·' })
}

interface SidesProps {
  readonly answer: ReplayedAnswer
  readonly onGoOn: (side: 'then' | 'now') => void
}

function Sides({ answer, onGoOn }: SidesProps) {
  const words = useLateWords()
  const [then, now] = useMemo(() => sidesOf(answer), [answer])
  return (
    <div className="mt-2 grid gap-3 md:grid-cols-2">
      <Side title={words.replay.recorded} lines={then} action={words.replay.goOnThen} onGoOn={() => onGoOn('then')} />
      <Side title={words.replay.now} lines={now} action={words.replay.goOnNow} onGoOn={() => onGoOn('now')} />
    </div>
  )
}

/** Both sides line by line, with what only one of them has. */
function sidesOf({ recorded, now }: ReplayedAnswer): readonly [readonly ChangedLine[], readonly ChangedLine[]] {
  const texts = [callsText(recorded), callsText(now)] as const
  const lines = lineChanges(...texts)?.lines
  if (!lines) return [whole(texts[0]), whole(texts[1])]
  return [lines.filter(({ kind }) => kind !== 'added'), lines.filter(({ kind }) => kind !== 'removed')]
}

const whole = (text: string): readonly ChangedLine[] =>
  text === '' ? [] : text.split('\n').map((line) => ({ kind: 'same', text: line }))

interface SideProps {
  readonly title: string
  readonly lines: readonly ChangedLine[]
  readonly action: string
  readonly onGoOn: () => void
}

function Side({ title, lines, action, onGoOn }: SideProps) {
  const words = useLateWords()
  const box = useRef<HTMLDivElement>(null)
  const first = lines.findIndex(({ kind }) => kind !== 'same')
  useEffect(() => {
    const row = box.current?.querySelectorAll<HTMLElement>('[data-row]')[first]
    // The first line that differs, with a little of what leads to it.
    if (box.current && row) box.current.scrollTop = Math.max(0, row.offsetTop - 2 * row.offsetHeight)
  }, [first])
  return (
    <section aria-label={title} className="min-w-0 space-y-2">
      <h3 className="text-xs text-faint">{title}</h3>
      <div
        ref={box}
        translate="no"
        role="group"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        className="relative max-h-72 overflow-auto rounded-lg bg-well py-1 font-mono text-xs"
      >
        {lines.length === 0 ? (
          <p className="px-3">{words.replay.noCall}</p>
        ) : (
          lines.map((line, row) => <DiffLine key={row} line={line} wrap />)
        )}
      </div>
      <Button onClick={onGoOn}>{action}</Button>
    </section>
  )
}
