import { join } from 'node:path'
import type { Context } from 'hono'
import type { Config } from '../config-schema.ts'
import type { Fetch, Patience, Provider } from '../providers/provider.ts'
import { createGgufDoors } from './doors.ts'
import { engineHomeOf } from './engine/engine-home.ts'
import { createEngineKeeper } from './engine/engine-keeper.ts'
import { createFileReader } from './files/read-model-file.ts'
import { openShelf } from './files/shelf.ts'
import { createGgufProvider } from './gguf-provider.ts'
import { modelsHomeOf } from './weights/models-home.ts'

export interface GgufParts {
  readonly patience: Patience
  readonly newId: () => string
  readonly now: () => number
  readonly overheard: (fetch: Fetch) => Fetch
}

export interface OpenedGguf {
  readonly provider: Provider
  /** Everything under `/api/engine`. */
  readonly answer: (context: Context) => Promise<Response>
  close(): Promise<void>
}

/** Models that run in the care of this server. */
export function openGguf(config: Config, parts: GgufParts): OpenedGguf {
  const { files, accelerator, contextTokens, threads } = config.engine
  const home = engineHomeOf(config)
  const wishes = {
    ...(contextTokens !== undefined && { contextTokens }),
    ...(threads !== undefined && { threads }),
    gpu: accelerator !== undefined || home.variant?.name.endsWith('-metal') === true,
  }
  const keeper = createEngineKeeper({ home, wishes })
  const shelf = openShelf(join(config.agent.folder, 'models'), files)
  const provider = createGgufProvider({ ...parts, keeper, shelf, wishes, read: createFileReader() })
  const doors = createGgufDoors({ home, keeper, models: modelsHomeOf(config) })
  const close = async (): Promise<void> => void (await Promise.all([doors.close(), keeper.close()]))
  return { provider, answer: doors.answer, close }
}
