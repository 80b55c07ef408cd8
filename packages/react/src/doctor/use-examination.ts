import { ownValue, type Sentence } from '@parley/dialects'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { type KeptCard, type Plan, type Progress, readKept, readSentence, readShown, type ShownCard } from './doctor-card.ts'
import { deleteCard, examineModel, fetchCard, fetchKept, fetchPlan, replayCard } from './doctor-client.ts'

type Stage =
  | { readonly kind: 'planned' }
  | { readonly kind: 'running'; readonly progress: Progress | undefined }
  /** `id`: where the server keeps it. Absent: it does not. */
  | { readonly kind: 'shown'; readonly card: ShownCard; readonly id?: string }

export interface Examination {
  readonly stage: Stage
  readonly plan: Plan | undefined
  readonly kept: KeptCard | undefined
  readonly stopped: boolean
  readonly problem: Sentence | undefined
  start(): void
  stop(): void
  showKept(): void
  openFile(file: File): void
  remove(id: string): void
}

/** One model before the doctor. `onChange`: how it is spoken to may have changed. */
export function useExamination(model: string, onChange: () => void): Examination {
  const [stage, setStage] = useState<Stage>({ kind: 'planned' })
  const [stopped, setStopped] = useState(false)
  const [problem, setProblem] = useState<Sentence>()
  const running = useRef<AbortController>(undefined)
  const fail = useCallback((error: unknown) => {
    setProblem(errorSentence(error))
    setStage((before) => (before.kind === 'running' ? { kind: 'planned' } : before))
  }, [])
  const { plan, kept, setKept } = useKnown(model, fail)
  // Who closes the page has nobody examined any more.
  useEffect(() => () => running.current?.abort(), [])
  const attempt = (action: () => Promise<void>) => {
    setProblem(undefined)
    setStopped(false)
    action().catch(fail)
  }
  const examine = async (signal: AbortSignal) => {
    setStage({ kind: 'running', progress: undefined })
    try {
      const event = await examineModel(model, signal, (progress) => setStage({ kind: 'running', progress }))
      const [head] = readKept({ cards: [ownValue(event, 'kept') ?? {}] })
      if (head?.id) setKept(head)
      else setProblem(readSentence(ownValue(event, 'problem')))
      setStage({ kind: 'shown', card: readShown(event), ...(head?.id && { id: head.id }) })
      onChange()
    } catch (error) {
      if (!signal.aborted) throw error
      setStopped(true)
      setStage({ kind: 'planned' })
    }
  }
  return {
    stage,
    plan,
    kept,
    stopped,
    problem,
    start() {
      running.current = new AbortController()
      const { signal } = running.current
      attempt(() => examine(signal))
    },
    stop: () => running.current?.abort(),
    showKept: () => kept && attempt(async () => setStage({ kind: 'shown', card: await fetchCard(kept.id), id: kept.id })),
    openFile: (file) => attempt(async () => setStage({ kind: 'shown', card: await replayCard(file) })),
    remove: (id) =>
      attempt(async () => {
        await deleteCard(id)
        setKept(undefined)
        setStage({ kind: 'planned' })
        onChange()
      }),
  }
}

/** What is known of the model before anybody asks it: what it would cost, and what was found the last time. */
function useKnown(model: string, fail: (error: unknown) => void) {
  const [plan, setPlan] = useState<Plan>()
  const [kept, setKept] = useState<KeptCard>()
  useEffect(() => {
    const leaving = new AbortController()
    const unless = (error: unknown) => leaving.signal.aborted || fail(error)
    fetchPlan(model, leaving.signal).then(setPlan, unless)
    fetchKept(model, leaving.signal).then(setKept, unless)
    return () => leaving.abort()
  }, [model, fail])
  return { plan, kept, setKept }
}
