import {
  type AskedCall,
  type Comparison,
  type Difference,
  overlookedIn,
  type Replayed,
  type ReplayedCapsule,
} from '@parley/browser'
import { inputJson } from '@parley/dialects'

/** One conversation, lived through again. */
export interface Replay extends ReplayedCapsule {
  /** Where a replay without a model took another course. */
  readonly line?: Replayed['difference']
}

/** For a person: what came of it in one line, and both sides of the first answer that differs. */
export function tableOf({ file, model, dialect, answers, isSame, line, problem }: Replay): string {
  const head = printable([file, model ?? [], dialect ?? []].flat().join('  '))
  const alike = answers.filter(({ comparison }) => comparison.kind === 'same').length
  const differs = answers.find(({ comparison }) => comparison.kind === 'different')
  const overlooked = overlookedIn(answers)
  return [
    `${head}: ${outcomeOf({ isSame, alike, of: model === undefined ? undefined : answers.length, problem })}`,
    ...(overlooked.length > 0 ? [`  overlooked: ${overlooked.join(', ')}`] : []),
    ...(differs ? sidesOf(differs.step, differs.comparison) : []),
    ...(line
      ? [`  then  ${shown(JSON.stringify(line.expected ?? null))}`, `  now   ${shown(JSON.stringify(line.actual ?? null))}`]
      : []),
    ...(problem === undefined ? [] : [`  ${printable(problem)}`]),
    '',
  ].join('\n')
}

interface Counted {
  readonly isSame: boolean
  readonly alike: number
  readonly of: number | undefined
  readonly problem: string | undefined
}

function outcomeOf({ isSame, alike, of, problem }: Counted): string {
  if (problem !== undefined) return 'not asked to the end'
  const sameness = isSame ? 'the same' : 'not the same'
  return of === undefined ? sameness : `${sameness}, ${alike} of ${of} answers make the same calls`
}

function sidesOf(step: number, comparison: Comparison): readonly string[] {
  if (comparison.kind === 'same') return []
  const { difference } = comparison
  const recorded = 'recorded' in difference && difference.recorded ? callLine(difference.recorded) : 'no call'
  const now =
    'now' in difference ? callLine(difference.now) : difference.kind === 'unreadable' ? shown(difference.source) : 'no call'
  return [`  answer ${step}: ${sentenceOf(difference)}`, `  then  ${recorded}`, `  now   ${now}`]
}

function sentenceOf(difference: Difference): string {
  if (difference.kind === 'missing') return `it does not call ${printable(difference.recorded.name)}`
  if (difference.kind === 'added') return `it calls ${printable(difference.now.name)}, too`
  if (difference.kind === 'tool') return 'it calls another tool'
  if (difference.kind === 'unreadable') return `its call cannot be read: ${printable(difference.problem)}`
  return `another ${printable(difference.path) || 'input'} for ${printable(difference.recorded.name)}`
}

const callLine = (call: AskedCall): string => shown(`${call.name} ${inputJson(call)}`)

const LINE = 300
const shown = (text: string): string =>
  printable(text.length > LINE ? `${text.slice(0, LINE)}… (${text.length} characters)` : text)

/** Names and texts come from models and files: what would move the cursor or hide something is a question mark. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
