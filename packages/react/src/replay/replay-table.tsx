import { replayCsv, replayJsonLines } from '@parley/browser'
import { type KeyboardEvent, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { saveAs } from '../files/save-as.ts'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { type GoOn, ReplayedAnswers } from './replayed-answers.tsx'
import { countsOf, differs, isOver, type Run, reportOf, type Trial } from './run-replays.ts'
import { stepIn } from './step-in-table.ts'

interface ReplayTableProps {
  readonly run: Run
  readonly onGoOn: GoOn
}

const CELL = 'px-3 py-1.5'

/** Conversations down, models across; what is chosen is shown below, answer by answer. */
export function ReplayTable({ run, onGoOn }: ReplayTableProps) {
  const { sources, columns, trials } = run
  const words = useLateWords()
  const [chosen, setChosen] = useState<{ readonly index: number; readonly times: number }>()
  const shown = chosen?.index ?? Math.max(0, trials.findIndex(differs))
  const trial = trials[shown]
  const show = (index: number) => setChosen((before) => ({ index, times: (before?.times ?? 0) + 1 }))
  return (
    <>
      <Progress run={run} />
      <div role="region" aria-label={words.replay.table} className="overflow-x-auto rounded-xl border border-line">
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked with the arrow keys */}
        <table role="grid" className="w-full border-collapse text-left text-[13px]" onKeyDown={walk}>
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={`${CELL} font-medium`}>
                {words.audit.thread}
              </th>
              {columns.map(({ model, dialect }) => (
                <th key={`${model} ${dialect}`} scope="col" translate="no" className={`${CELL} font-mono text-xs font-medium`}>
                  {model}
                  {dialect !== '' && <span className="block font-normal text-soft">{dialect}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map(({ name }, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- two of them may have one name
              <tr key={row} className="border-b border-line last:border-0">
                <th scope="row" className={`${CELL} min-w-28 font-normal wrap-anywhere`}>
                  <Characters text={name} />
                </th>
                {columns.map(({ model, dialect }, column) => {
                  const index = row * columns.length + column
                  return (
                    <td key={`${model} ${dialect}`} className={`${CELL} min-w-32`}>
                      <Cell trial={trials[index]} isShown={index === shown} onShow={() => show(index)} />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {trial?.problem && <Problem text={trial.problem} />}
      {trial && <ReplayedAnswers key={shown} trial={trial} looked={chosen?.times} onGoOn={onGoOn} />}
    </>
  )
}

/** How far it is, and the table as a file. */
function Progress({ run }: { readonly run: Run }) {
  const words = useLateWords()
  const done = run.trials.filter(isOver).length
  const of = run.trials.length
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="text-[13px] text-soft">
        {words.replay.progress({ done, of })}
      </p>
      <div className="flex min-w-24 flex-1">
        <ProgressBar label={words.replay.table} value={done} max={of} />
      </div>
      <Button onClick={() => saveAs('parley-replay.csv', replayCsv(reportOf(run)), 'text/csv')}>{words.audit.csv}</Button>
      <Button onClick={() => saveAs('parley-replay.jsonl', replayJsonLines(reportOf(run)), 'application/jsonl')}>
        {words.audit.jsonl}
      </Button>
    </div>
  )
}

function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return
  const next = stepIn(cell, event.key)?.querySelector('button')
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface CellProps {
  readonly trial: Trial | undefined
  readonly isShown: boolean
  readonly onShow: () => void
}

/** One stop for the Tab key in the whole table: from there the arrows lead on. */
function Cell({ trial, isShown, onShow }: CellProps) {
  const tone = !trial || !isOver(trial) || trial.state === 'stopped' ? 'text-soft' : isBad(trial) ? 'text-bad' : 'text-good'
  return (
    <button
      type="button"
      aria-pressed={isShown}
      tabIndex={isShown ? 0 : -1}
      onClick={onShow}
      className={`min-h-8 w-full rounded text-left underline-offset-2 hover:underline aria-pressed:underline pointer-coarse:min-h-11 ${tone}`}
    >
      {useOutcome(trial)}
    </button>
  )
}

const isBad = (trial: Trial): boolean => trial.problem !== undefined || differs(trial)

function useOutcome(trial: Trial | undefined): string {
  const { replay } = useLateWords()
  if (!trial || trial.state === 'waiting') return replay.waiting
  const counts = countsOf(trial)
  if (trial.state === 'stopped') return replay.stopped
  if (trial.state === 'running') return replay.running(counts)
  if (trial.problem) return replay.failed
  // Nothing asked is nothing proven.
  if (counts.of === 0) return replay.nothing
  return differs(trial) ? replay.differs(counts) : replay.same(counts)
}
