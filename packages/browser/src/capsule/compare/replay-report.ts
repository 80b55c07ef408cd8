import { inputJson } from '@parley/dialects'
import { csvText } from '../../storage/audit/csv-text.ts'
import type { AskedCall, Difference } from './compare-calls.ts'
import type { ReplayedAnswer } from './replay-on-model.ts'

/** One conversation that was asked again, as far as it came. */
export interface ReplayedCapsule {
  readonly file: string
  /** Absent: nobody was asked. */
  readonly model?: string
  /** Absent: what suits the model. */
  readonly dialect?: string
  readonly answers: readonly ReplayedAnswer[]
  readonly isSame: boolean
  /** Why it did not come to its end. */
  readonly problem?: string
}

/** For a program: a line of JSON for each answer, and one for the whole. */
export function replayJsonLines(replays: readonly ReplayedCapsule[]): string {
  return replays
    .flatMap(({ answers, ...whole }) => {
      const { file, model, dialect } = whole
      return [...answers.map((answer) => ({ file, model, dialect, ...answer })), { ...whole, answers: answers.length }]
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

const COLUMNS = ['conversation', 'model', 'dialect', 'outcome', 'alike', 'asked', 'overlooked', 'answer', 'difference']
const SIDES = ['path', 'then', 'now', 'problem']

/** For a spreadsheet: a row for each conversation with each model, with both sides of the first answer that differs. */
export function replayCsv(replays: readonly ReplayedCapsule[]): string {
  return csvText([...COLUMNS, ...SIDES], replays.map(rowOf))
}

function rowOf({ file, model = '', dialect = '', answers, isSame, problem }: ReplayedCapsule): readonly string[] {
  const alike = answers.filter(({ comparison }) => comparison.kind === 'same').length
  const outcome = problem === undefined ? (isSame ? 'same' : 'different') : 'failed'
  const counts = [String(alike), String(answers.length), overlookedIn(answers).join('; ')]
  return [file, model, dialect, outcome, ...counts, ...firstDifferenceOf(answers), problem ?? '']
}

/** Every rule that made answers count as the same. */
export function overlookedIn(answers: readonly ReplayedAnswer[]): readonly string[] {
  return [...new Set(answers.flatMap(({ comparison }) => (comparison.kind === 'same' ? comparison.allowed : [])))]
}

function firstDifferenceOf(answers: readonly ReplayedAnswer[]): readonly string[] {
  for (const { step, comparison } of answers)
    if (comparison.kind === 'different') {
      const { difference } = comparison
      return [String(step), difference.kind, difference.kind === 'argument' ? difference.path : '', ...sidesOf(difference)]
    }
  return ['', '', '', '', '']
}

const sidesOf = (difference: Difference): readonly [string, string] => [
  'recorded' in difference && difference.recorded ? callText(difference.recorded) : '',
  'now' in difference ? callText(difference.now) : difference.kind === 'unreadable' ? difference.source : '',
]

const callText = (call: AskedCall): string => `${call.name} ${inputJson(call)}`
