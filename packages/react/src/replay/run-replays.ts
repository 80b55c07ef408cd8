import { type Capsule, httpTransport, type ReplayedAnswer, type ReplayedCapsule, replayOnModel } from '@parley/browser'
import { faultOf, type Sentence } from '@parley/dialects'
import { errorSentence } from '../language/sentences.ts'

/** A conversation that is lived through again. */
export interface Source {
  readonly name: string
  readonly capsule: Capsule
}

/** How it is asked this time. */
export interface ReplaySetting {
  /** Empty: none. */
  readonly system: string
  readonly toolsOff: readonly string[]
  /** The first answer that is asked for, counted from 1. */
  readonly from: number
  /** Goes on after an answer that differs, with what was said and done then. */
  readonly goesOn: boolean
}

/** Who is asked, and how they are spoken to. */
export interface Column {
  readonly model: string
  /** Empty: what suits the model. */
  readonly dialect: string
}

/** One conversation with one model. */
export interface Trial {
  readonly source: Source
  readonly column: Column
  readonly answers: readonly ReplayedAnswer[]
  readonly state: 'waiting' | 'running' | 'done' | 'stopped'
  /** Why it did not come to its end. */
  readonly problem?: Sentence
}

/** Everything that is asked at one go, row by row. */
export interface Run {
  readonly id: string
  readonly sources: readonly Source[]
  readonly columns: readonly Column[]
  readonly setting: ReplaySetting
  readonly trials: readonly Trial[]
}

const alikeIn = ({ answers }: Trial): number => answers.filter(({ comparison }) => comparison.kind === 'same').length

export const countsOf = (trial: Trial) => ({ alike: alikeIn(trial), of: trial.answers.length })

export const differs = (trial: Trial): boolean => alikeIn(trial) < trial.answers.length

export const isOver = ({ state }: Trial): boolean => state === 'done' || state === 'stopped'

export function planned(sources: readonly Source[], columns: readonly Column[], setting: ReplaySetting): Run {
  const waiting = { answers: [], state: 'waiting' } as const
  return {
    id: crypto.randomUUID(),
    sources,
    columns,
    setting,
    trials: sources.flatMap((source) => columns.map((column): Trial => ({ source, column, ...waiting }))),
  }
}

/** The table as the command writes it. */
export function reportOf({ trials }: Run): readonly ReplayedCapsule[] {
  return trials.map((trial) => {
    const { source, column, answers, state, problem } = trial
    const why = problem?.message ?? (state !== 'done' ? 'It was stopped.' : answers.length === 0 ? 'No answer.' : undefined)
    return {
      file: source.name,
      model: column.model,
      ...(column.dialect !== '' && { dialect: column.dialect }),
      answers,
      isSame: why === undefined && !differs(trial),
      ...(why !== undefined && { problem: why }),
    }
  })
}

type OnTrial = (index: number, trial: Trial) => void

/** One after another: a server on this computer has one model at a time. */
export async function runReplays({ trials, setting }: Run, signal: AbortSignal, onTrial: OnTrial): Promise<void> {
  for (const [index, trial] of trials.entries()) {
    if (signal.aborted) onTrial(index, { ...trial, state: 'stopped' })
    else for await (const now of runTrial(trial, setting, signal)) onTrial(index, now)
  }
}

/** How one stands, again and again. */
async function* runTrial(trial: Trial, setting: ReplaySetting, signal: AbortSignal): AsyncGenerator<Trial> {
  const { source, column } = trial
  const { system, toolsOff, from, goesOn } = setting
  let now: Trial = { ...trial, state: 'running' }
  yield now
  try {
    const answers = replayOnModel(source.capsule, {
      respond: httpTransport({ url: '/api/respond', dialect: () => column.dialect || undefined }),
      model: column.model,
      tools: source.capsule.tools.filter(({ name }) => !toolsOff.includes(name)),
      ...(system.trim() !== '' && { system }),
      from,
      signal,
    })
    for await (const answer of answers) {
      now = { ...now, answers: [...now.answers, answer] }
      yield now
      if (answer.comparison.kind === 'different' && !goesOn) break
    }
    yield { ...now, state: 'done' }
  } catch (error) {
    if (!signal.aborted && !faultOf(error)) throw error
    yield signal.aborted ? { ...now, state: 'stopped' } : { ...now, state: 'done', problem: errorSentence(error) }
  }
}
