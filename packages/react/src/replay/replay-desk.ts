import type { Sentence } from '@parley/dialects'
import { useSyncExternalStore } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { type Column, planned, type ReplaySetting, type Run, runReplays, type Source, type Trial } from './run-replays.ts'

/** What lies there: what is to be asked, and what came of it. */
export interface Desk {
  readonly sources: readonly Source[]
  readonly models: readonly string[]
  /** None: what suits each model. */
  readonly dialects: readonly string[]
  readonly setting: ReplaySetting
  /** Absent: nothing was asked yet. It keeps what it was asked with, whatever is chosen for the next one. */
  readonly run?: Run
  readonly isRunning: boolean
  readonly problem?: Sentence
}

/** Stays while other pages are looked at: what was asked for took its time, and goes on. */
export interface ReplayDesk {
  get(): Desk
  subscribe(listener: () => void): () => void
  change(part: Partial<Desk>): void
  start(): void
  stop(): void
}

const EMPTY: Desk = {
  sources: [],
  models: [],
  dialects: [],
  setting: { system: '', toolsOff: [], from: 1, goesOn: false },
  isRunning: false,
}

const columnsOf = ({ models, dialects }: Desk): readonly Column[] =>
  models.flatMap((model) => (dialects.length === 0 ? [''] : dialects).map((dialect) => ({ model, dialect })))

function createReplayDesk(): ReplayDesk {
  const listeners = new Set<() => void>()
  let desk = EMPTY
  let leaving = new AbortController()
  const show = (next: Desk) => {
    desk = next
    for (const listener of listeners) listener()
  }
  const onTrial = (index: number, trial: Trial) =>
    desk.run && show({ ...desk, run: { ...desk.run, trials: desk.run.trials.with(index, trial) } })
  return {
    get: () => desk,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (part) => show({ ...desk, ...part }),
    start() {
      const { problem: _gone, ...rest } = desk
      const run = planned(desk.sources, columnsOf(desk), desk.setting)
      leaving = new AbortController()
      show({ ...rest, run, isRunning: true })
      runReplays(run, leaving.signal, onTrial)
        .catch((error: unknown) => show({ ...desk, problem: errorSentence(error) }))
        .finally(() => show({ ...desk, isRunning: false }))
    },
    stop: () => leaving.abort(),
  }
}

const desks = new WeakMap<object, ReplayDesk>()

/** One for each studio. */
export function useReplayDesk(studio: object): readonly [Desk, ReplayDesk] {
  const desk = desks.get(studio) ?? createReplayDesk()
  desks.set(studio, desk)
  return [useSyncExternalStore(desk.subscribe, desk.get), desk]
}
