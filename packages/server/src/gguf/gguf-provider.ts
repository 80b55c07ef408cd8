import { availableParallelism } from 'node:os'
import { FaultError, faultOf } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { openaiCompatible } from '../providers/openai-compatible.ts'
import type { Fetch, ModelInfo, Patience, Provider } from '../providers/provider.ts'
import { say as sayServer } from '../words.ts'
import type { EngineKeeper } from './engine/engine-keeper.ts'
import { type EngineWishes, planFor } from './files/plan.ts'
import type { ModelFile } from './files/read-model-file.ts'
import type { Shelf, ShelfFile } from './files/shelf.ts'
import { createGgufServer } from './gguf-server.ts'
import { say } from './words.ts'

export interface GgufProviderOptions {
  readonly keeper: EngineKeeper
  readonly shelf: Shelf
  readonly read: (path: string) => Promise<ModelFile>
  readonly wishes: EngineWishes
  readonly patience: Patience
  readonly newId: () => string
  readonly now: () => number
  readonly overheard: (fetch: Fetch) => Fetch
}

/** Files of weights as a provider like any other: only its `fetch` leads to a process beside us. */
export function createGgufProvider(options: GgufProviderOptions): Provider {
  const { shelf, read } = options
  let known: ReadonlyMap<string, ModelInfo> = new Map()
  const speaks = (model: string): ModelInfo['speaks'] => known.get(model)?.speaks
  const open = async (model: string): Promise<ModelFile> => {
    const file = (await shelf.list()).find(({ id }) => id === model)
    if (!file) throw refusal('request/unknown-model', sayServer('model.unknown', { name: model }))
    return await read(file.path)
  }
  const settings = {
    id: 'gguf',
    label: say('gguf.label').message,
    url: 'http://gguf.invalid/v1',
    fetch: options.overheard(createGgufServer({ ...options, open, speaks })),
    patience: options.patience,
    newId: options.newId,
    speech: {},
    models: [],
    engine: 'llama-cpp' as const,
    speaks,
  }
  // What the engine is told is what it reads: other fields of other clients are named as ignored.
  const { format: _none, ...provider } = openaiCompatible({
    ...settings,
    extraBody: ({ taught }) => (taught ? { metadata: { dialect: taught.dialect } } : {}),
  })
  const { whole: raw } = openaiCompatible({ ...settings, extraBody: () => ({ raw: true }) })
  return {
    ...provider,
    kind: 'gguf',
    ...(raw && { raw }),
    async models() {
      const infos = await Promise.all((await shelf.list()).map(async (file) => await describe(file, options)))
      known = new Map(infos.map((info) => [info.id, info]))
      return infos
    },
  }
}

/** A file that cannot be used is listed all the same: whoever chooses it learns why. */
async function describe({ id, path }: ShelfFile, { read, wishes }: GgufProviderOptions): Promise<ModelInfo> {
  try {
    const { header, bytes, told } = await read(path)
    const computer = { cores: availableParallelism(), freeBytes: process.availableMemory() }
    const { contextTokens } = planFor(header, bytes, computer, wishes)
    const untold = header.template === undefined ? { reason: say('gguf.no-template') } : {}
    return { id, native: false, ...untold, ...told, contextTokens }
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    return { id, native: false, reason: new FaultError(fault).fault }
  }
}
