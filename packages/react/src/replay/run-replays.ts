import { type Capsule, httpTransport, type ReplayedAnswer, replayOnModel } from '@parley/browser'
import { faultOf, type Sentence, type SpokenPart } from '@parley/dialects'
import { errorSentence } from '../language/sentences.ts'

/** A conversation that is lived through again. */
export interface Source {
  readonly name: string
  readonly capsule: Capsule
}

/** How it is asked this time. */
export interface ReplaySetting {
  /** Empty: what suits the model. */
  readonly dialect: string
  /** Empty: none. */
  readonly system: string
  readonly toolsOff: readonly string[]
  /** The first answer that is asked for, counted from 1. */
  readonly from: number
  /** Goes on after an answer that differs, with what was said and done then. */
  readonly goesOn: boolean
}

/** One conversation with one model. */
export interface Trial {
  readonly source: number
  readonly model: string
  readonly answers: readonly ReplayedAnswer[]
  readonly state: 'waiting' | 'running' | 'done'
  /** Why it did not come to its end. */
  readonly problem?: Sentence
}

/** Leads to a new conversation: from what was said then, or from another answer in its place. */
export type GoOn = (source: number, messageId: string, parts?: readonly SpokenPart[]) => void

export const alikeIn = ({ answers }: Trial): number => answers.filter(({ comparison }) => comparison.kind === 'same').length

export const differs = (trial: Trial): boolean => alikeIn(trial) < trial.answers.length

export function trialsOf(sources: readonly Source[], models: readonly string[]): readonly Trial[] {
  return sources.flatMap((_, source) => models.map((model): Trial => ({ source, model, answers: [], state: 'waiting' })))
}

interface Running {
  readonly setting: ReplaySetting
  readonly signal: AbortSignal
  /** Hears how a trial stands. */
  readonly onTrial: (index: number, trial: Trial) => void
}

/** One after another: a server on this computer has one model at a time. */
export async function runReplays(sources: readonly Source[], trials: readonly Trial[], running: Running): Promise<void> {
  for (const [index, trial] of trials.entries()) {
    const source = sources[trial.source]
    if (running.signal.aborted || !source) return
    await runTrial(source, trial, { ...running, onTrial: (now) => running.onTrial(index, now) })
  }
}

type TrialRunning = Omit<Running, 'onTrial'> & { readonly onTrial: (trial: Trial) => void }

async function runTrial({ capsule }: Source, trial: Trial, { setting, signal, onTrial }: TrialRunning): Promise<void> {
  const { dialect, system, toolsOff, from, goesOn } = setting
  let now: Trial = { ...trial, state: 'running' }
  onTrial(now)
  try {
    const answers = replayOnModel(capsule, {
      respond: httpTransport({ url: '/api/respond', dialect: () => dialect || undefined }),
      model: trial.model,
      tools: capsule.tools.filter(({ name }) => !toolsOff.includes(name)),
      ...(system.trim() !== '' && { system }),
      from,
      signal,
    })
    for await (const answer of answers) {
      now = { ...now, answers: [...now.answers, answer] }
      onTrial(now)
      if (answer.comparison.kind === 'different' && !goesOn) break
    }
    now = { ...now, state: 'done' }
  } catch (error) {
    if (!signal.aborted && !faultOf(error)) throw error
    now = { ...now, state: 'done', problem: errorSentence(error) }
  }
  onTrial(now)
}
