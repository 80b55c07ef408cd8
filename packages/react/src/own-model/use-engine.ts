import type { Sentence } from '@parley/dialects'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { modelsChanged } from '../model/use-models.ts'
import { fetchEngine, fetchFound } from './engine-client.ts'
import type { EngineState, FoundModel } from './engine-state.ts'

export interface EngineView {
  /** Absent: the server has not said it yet, or does not. */
  readonly state: EngineState | undefined
  /** Absent: it is being looked for. */
  readonly found: readonly FoundModel[] | undefined
  readonly problem: Sentence | undefined
  /** Does something and looks again. What fails is said. */
  readonly act: (action: () => Promise<unknown>) => void
}

/** How often is looked while something is under way. */
const LOOK_MS = 700

const isUnderWay = ({ installing, downloads }: EngineState): boolean =>
  installing || downloads.some(({ state }) => state !== 'paused')

/** The models of this computer and what runs them, as the server sees them. */
export function useEngine(): EngineView {
  const [state, setState] = useState<EngineState>()
  const [found, setFound] = useState<readonly FoundModel[]>()
  const [problem, setProblem] = useState<Sentence>()
  const fail = useCallback((error: unknown) => setProblem(errorSentence(error)), [])
  const known = useRef<string>(undefined)
  const note = useCallback((next: EngineState) => {
    setState(next)
    const ids = next.models.map(({ id }) => id).join('\n')
    // What has come can be chosen, and what has gone cannot any more.
    if (known.current !== undefined && known.current !== ids) void modelsChanged()
    known.current = ids
  }, [])
  const look = useCallback(() => fetchEngine().then(note), [note])
  useEffect(() => {
    fetchEngine().then(note, fail)
    fetchFound().then(setFound, () => setFound([]))
  }, [note, fail])
  const goesOn = state !== undefined && isUnderWay(state)
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => void look().catch(fail), LOOK_MS)
    return () => clearInterval(timer)
  }, [goesOn, look, fail])
  const act = useCallback(
    (action: () => Promise<unknown>) => {
      setProblem(undefined)
      action().then(look).catch(fail)
    },
    [look, fail],
  )
  return { state, found, problem, act }
}
