import { useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { Problem } from '../parts/problem.tsx'
import { ReplayedAnswers } from './replayed-answers.tsx'
import { alikeIn, differs, type GoOn, type Source, type Trial } from './run-replays.ts'

interface ReplayTableProps {
  readonly sources: readonly Source[]
  readonly models: readonly string[]
  readonly trials: readonly Trial[]
  readonly onGoOn: GoOn
}

const CELL = 'px-3 py-1.5 align-top'

/** Conversations down, models across; what is chosen is shown below, answer by answer. */
export function ReplayTable({ sources, models, trials, onGoOn }: ReplayTableProps) {
  const words = useLateWords()
  const [chosen, setChosen] = useState<number>()
  const first = trials.findIndex((trial) => differs(trial))
  const shown = chosen ?? Math.max(0, first)
  const trial = trials[shown]
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div tabIndex={0} role="region" aria-label={words.replay.table} className="overflow-x-auto rounded-xl border border-line">
        <table className="w-full border-collapse text-left text-[13px]">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={`${CELL} font-medium`}>
                {words.audit.thread}
              </th>
              {models.map((model) => (
                <th key={model} scope="col" translate="no" className={`${CELL} font-mono text-xs font-medium`}>
                  {model}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map(({ name }, source) => (
              // oxlint-disable-next-line react/no-array-index-key -- two of them may have one name
              <tr key={source} className="border-b border-line last:border-0">
                <th scope="row" className={`${CELL} font-normal wrap-anywhere`}>
                  <Characters text={name} />
                </th>
                {models.map((model) => {
                  const index = trials.findIndex((one) => one.source === source && one.model === model)
                  return (
                    <td key={model} className={CELL}>
                      <Cell trial={trials[index]} isShown={index === shown} onShow={() => setChosen(index)} />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {trial?.problem && <Problem text={trial.problem} />}
      {trial && <ReplayedAnswers trial={trial} onGoOn={onGoOn} />}
    </>
  )
}

interface CellProps {
  readonly trial: Trial | undefined
  readonly isShown: boolean
  readonly onShow: () => void
}

function Cell({ trial, isShown, onShow }: CellProps) {
  const words = useLateWords()
  if (!trial || trial.state === 'waiting') return <span className="text-faint">{words.replay.waiting}</span>
  const counts = { alike: alikeIn(trial), of: trial.answers.length }
  // Nothing asked is nothing proven.
  if (trial.state === 'done' && counts.of === 0 && !trial.problem)
    return <span className="text-faint">{words.replay.nothing}</span>
  const ended = trial.problem ? words.replay.failed : differs(trial) ? words.replay.differs(counts) : words.replay.same(counts)
  const tone = trial.problem || differs(trial) ? 'text-bad' : 'text-good'
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={`min-h-8 text-left underline-offset-2 hover:underline aria-pressed:underline pointer-coarse:min-h-11 ${tone}`}
    >
      {trial.state === 'running' ? words.replay.running(counts) : ended}
    </button>
  )
}
