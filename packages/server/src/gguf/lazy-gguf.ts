import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppParts } from '../app-parts.ts'
import type { Config } from '../config-schema.ts'
import type { Provider } from '../providers/provider.ts'
import type { GgufParts, OpenedGguf } from './index.ts'

export interface LazyGguf {
  /** What an app is given of it: a provider, and on one's own computer the doors under `/api/engine`. */
  readonly parts: Pick<AppParts, 'ownModels' | 'engine'>
  close(): Promise<void>
}

/** Models that run in here, loaded when there is one, or when somebody asks for one: who has none pays nothing. */
export function createLazyGguf(config: Config, isLocal: boolean): LazyGguf {
  let opened: Promise<OpenedGguf> | undefined
  let there: Provider | undefined
  let given: GgufParts | undefined
  const open = (): Promise<OpenedGguf> => {
    opened ??= import('./index.ts').then(({ openGguf }) => {
      // Invariant: the provider is made with the app, before anybody asks.
      const gguf = openGguf(config, given as GgufParts)
      there = gguf.provider
      return gguf
    })
    return opened
  }
  const mayHaveModels = (): boolean => config.engine.files.length > 0 || existsSync(join(config.agent.folder, 'models'))
  return {
    parts: {
      ownModels(parts) {
        given = parts
        return { ...standingFor(open, mayHaveModels), holds: (request) => there?.holds?.(request) === true }
      },
      ...(isLocal && { engine: async (context) => await (await open()).answer(context) }),
    },
    close: async () => await (await opened)?.close(),
  }
}

/** The same provider, which is not there before it is needed. */
function standingFor(open: () => Promise<OpenedGguf>, mayHaveModels: () => boolean): Provider {
  return {
    id: 'gguf',
    label: 'On this computer',
    kind: 'gguf',
    changing: true,
    takesShape: () => true,
    constrains: () => true,
    respond: async function* (request, signal) {
      yield* (await open()).provider.respond(request, signal)
    },
    whole: async function* (request, signal) {
      yield* ((await open()).provider.whole ?? never)(request, signal)
    },
    raw: async function* (request, signal) {
      yield* ((await open()).provider.raw ?? never)(request, signal)
    },
    passOn: async (request) => await ((await open()).provider.passOn ?? never)(request),
    models: async (signal) => (mayHaveModels() ? await (await open()).provider.models(signal) : []),
  }
}

function never(): never {
  throw new Error('The provider of files has every one of these doors.')
}
