import type { BuiltInState, LookedAtWeights, PageModel, PageModels, Weights } from '@parley/browser/page-model'
import type { Sentence } from '@parley/dialects'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { usePageShelf } from '../model/page-shelf.tsx'
import { modelsChanged } from '../model/use-models.ts'

interface PageState {
  readonly models: readonly PageModel[]
  readonly gpu: boolean
  /** The largest file that can be used, in MB, where there is no graphics card. */
  readonly mostMb: number
  readonly builtIn: BuiltInState
  readonly builtInLabel: Sentence
}

type Work =
  | { readonly kind: 'reading'; readonly file: string }
  | { readonly kind: 'copying'; readonly file: string; readonly model: string; readonly bytes: number; readonly total: number }
  | { readonly kind: 'built-in'; readonly part: number }

type Step = ((work: Work) => void) & { readonly signal: AbortSignal }

export interface PageView {
  /** Absent: it is being looked for. */
  readonly state: PageState | undefined
  readonly problem: Sentence | undefined
  /** What is under way. */
  readonly work: Work | undefined
  /** A file that was chosen, and waits for a word. */
  readonly looked: { readonly file: Weights; readonly at: LookedAtWeights } | undefined
  readonly look: (file: Weights) => void
  readonly put: () => void
  readonly forget: () => void
  readonly act: (action: (models: PageModels, step: Step) => Promise<void>) => void
  /** Ends what is under way. */
  readonly stop: () => void
}

async function stateOf(models: PageModels): Promise<PageState> {
  const [list, power, builtIn] = await Promise.all([models.list(), models.power(), models.builtIn()])
  return { models: list, ...power, builtIn, builtInLabel: models.builtInLabel }
}

/** The models of this page, and what is done with them. */
export function usePageModels(): PageView {
  const shelf = usePageShelf()
  const [state, setState] = useState<PageState>()
  const [problem, setProblem] = useState<Sentence>()
  const [work, setWork] = useState<Work>()
  const [looked, setLooked] = useState<PageView['looked']>()
  const leaving = useRef<AbortController>(undefined)
  const fail = useCallback((error: unknown) => setProblem(errorSentence(error)), [])
  useEffect(() => {
    shelf?.open().then(stateOf).then(setState, fail)
    return () => leaving.current?.abort()
  }, [shelf, fail])
  const act: PageView['act'] = (action) => {
    if (!shelf) return
    const stopping = new AbortController()
    leaving.current = stopping
    setProblem(undefined)
    const step: Step = Object.assign((now: Work) => !stopping.signal.aborted && setWork(now), { signal: stopping.signal })
    const run = async () => {
      const models = await shelf.open()
      try {
        await action(models, step)
      } finally {
        setWork(undefined)
        setState(await stateOf(models))
        await modelsChanged()
      }
    }
    run().catch((error: unknown) => {
      if (!stopping.signal.aborted) fail(error)
    })
  }
  const look = (file: Weights) =>
    act(async (models, step) => {
      setLooked(undefined)
      step({ kind: 'reading', file: file.name })
      setLooked({ file, at: await models.look(file) })
    })
  const put = () =>
    looked &&
    act(async (models, step) => {
      const { file, at } = looked
      setLooked(undefined)
      const model = at.model.label.message
      const onProgress = (bytes: number) => step({ kind: 'copying', file: file.name, model, bytes, total: file.size })
      onProgress(0)
      await models.put(file, at, { onProgress, signal: step.signal })
    })
  const forget = () => setLooked(undefined)
  return { state, problem, work, looked, look, put, forget, act, stop: () => leaving.current?.abort() }
}
