import type { CompiledModule, PageCompiler } from '@parley/browser/sandbox'
import { createAskedWorker } from '../../parts/worker/asked-worker.ts'

export interface ModuleQuestion {
  readonly path: string
  readonly text: string
}

const compiler = createAskedWorker<ModuleQuestion>(
  () => new Worker(new URL('./compile-worker.js', import.meta.url), { type: 'module' }),
)

/** Beside the page: a file may be long, and it is a model's. */
export const askCompiler: PageCompiler['compile'] = async (path, text) =>
  // The worker answers every question so.
  (await compiler.ask({ path, text })) as CompiledModule
