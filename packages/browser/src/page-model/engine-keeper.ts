import type { LoadEngine, PageEngine } from './page-engine.ts'
import { pagePlan, pagePower } from './page-plan.ts'
import { type ReadWeights, readWeights } from './read-weights.ts'
import { EngineCrashed } from './wllama-engine.ts'

interface LoadedModel {
  readonly weights: ReadWeights
  readonly engine: PageEngine
}

/** One model is in memory at a time. It is loaded with the first question, and anew when it has crashed. */
export interface EngineKeeper {
  load(id: string): Promise<LoadedModel>
  /** Hands on what fails; an engine that has crashed is not asked again. */
  failed(id: string, error: unknown): void
  close(id: string): void
}

export function createEngineKeeper(load: LoadEngine, open: (id: string) => Promise<File>): EngineKeeper {
  let kept: { readonly id: string; readonly model: Promise<LoadedModel> } | undefined
  const drop = (): void => {
    kept?.model.then(
      ({ engine }) => engine.close(),
      () => {},
    )
    kept = undefined
  }
  const begin = async (id: string): Promise<LoadedModel> => {
    const file = await open(id)
    const weights = await readWeights(file)
    return { weights, engine: await load(file, pagePlan(weights.header, file, await pagePower())) }
  }
  return {
    load(id) {
      if (kept?.id === id) return kept.model
      drop()
      const model = begin(id)
      const mine = { id, model }
      kept = mine
      model.catch(() => {
        if (kept === mine) kept = undefined
      })
      return model
    },
    failed(id, error) {
      if (error instanceof EngineCrashed && kept?.id === id) drop()
    },
    close(id) {
      if (kept?.id === id) drop()
    },
  }
}
