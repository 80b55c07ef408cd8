import type { Allowance, Difference, ReplayedAnswer } from '@parley/browser'
import { inputJson, type SpokenPart } from '@parley/dialects'
import { Characters } from '../code/characters.tsx'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import type { GoOn, Trial } from './run-replays.ts'

const ALLOWED = {
  'order of keys': 'keys',
  'white space at line ends': 'blanks',
  'order of calls': 'calls',
} as const satisfies Readonly<Record<Allowance, string>>

/** What came of each answer; of one that differs both sides, and the ways to go on. */
export function ReplayedAnswers({ trial, onGoOn }: { readonly trial: Trial; readonly onGoOn: GoOn }) {
  const words = useLateWords()
  return (
    <ol className="space-y-3" aria-label={words.replay.answers}>
      {trial.answers.map((answer) => (
        <li key={answer.messageId} data-testid="replayed-answer" className="rounded-xl border border-line p-3 text-[13px]">
          <p className="font-medium">
            {words.replay.answer({ step: answer.step })}: {outcomeWords(answer, words)}
          </p>
          {answer.comparison.kind === 'different' && (
            <Sides
              answer={answer}
              onThen={() => onGoOn(trial.source, answer.messageId)}
              onNow={() => onGoOn(trial.source, answer.messageId, answer.now)}
            />
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
  readonly onThen: () => void
  readonly onNow: () => void
}

function Sides({ answer, onThen, onNow }: SidesProps) {
  const words = useLateWords()
  return (
    <div className="mt-2 grid gap-3 md:grid-cols-2">
      <Side title={words.replay.recorded} parts={answer.recorded} action={words.replay.goOnThen} onGoOn={onThen} />
      <Side title={words.replay.now} parts={answer.now} action={words.replay.goOnNow} onGoOn={onNow} />
    </div>
  )
}

interface SideProps {
  readonly title: string
  readonly parts: readonly SpokenPart[]
  readonly action: string
  readonly onGoOn: () => void
}

function Side({ title, parts, action, onGoOn }: SideProps) {
  const words = useLateWords()
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call' ? `${part.name} ${inputJson(part)}` : part.type === 'broken-call' ? part.source : [],
  )
  return (
    <section aria-label={title} className="min-w-0 space-y-2">
      <h3 className="text-xs text-faint">{title}</h3>
      <pre
        translate="no"
        className="max-h-60 overflow-auto rounded-lg bg-well p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {calls.length === 0 ? words.replay.noCall : <Characters text={calls.join('\n')} />}
      </pre>
      <Button onClick={onGoOn}>{action}</Button>
    </section>
  )
}
