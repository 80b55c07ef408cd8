import type { Sentence } from '@parley/dialects'
import type { ProviderConfig } from '../config-schema.ts'
import { toFault } from '../http-fault.ts'
import { createProvider } from '../providers/create-provider.ts'
import type { ModelInfo, ProviderParts } from '../providers/provider.ts'
import { withoutSecrets } from '../providers/upstream-fault.ts'
import { say } from '../words.ts'

/** What a provider said when it was asked what it has. */
export type Tried =
  | {
      readonly ok: true
      /** Where it answered: people leave out the `/v1`. */
      readonly url: string
      readonly models: readonly { readonly id: string; readonly contextTokens?: number; readonly sees?: boolean }[]
    }
  | ({ readonly ok: false } & Sentence)

type Listed = (url: string) => Promise<readonly ModelInfo[]>

/** A person waits for it. */
const PATIENCE_MS = 10_000

/** Asks a provider for its models, which costs nothing, and says in a sentence what is wrong. */
export async function tryProvider(config: ProviderConfig & { readonly url: string }, parts: ProviderParts): Promise<Tried> {
  const list: Listed = async (url) =>
    await createProvider({ ...config, url, models: [] }, parts).models(AbortSignal.timeout(PATIENCE_MS))
  const addresses = [config.url, ...(hasPath(config.url) ? [] : [`${config.url}/v1`])]
  let failure: unknown
  for (const url of addresses) {
    try {
      return { ok: true, url, models: (await list(url)).map(shown) }
    } catch (error) {
      failure ??= error
      // Where nobody is, nobody is at another path either.
      if (!isAnswer(error)) break
    }
  }
  return { ok: false, ...whatIsWrong(failure, config) }
}

function whatIsWrong(failure: unknown, { id, key, label = id }: ProviderConfig): Sentence {
  const { code, message, words } = withoutSecrets(toFault(failure), key)
  if (code === 'provider/unauthorized') return say(key === undefined ? 'connect.wants-key' : 'connect.wrong-key', { label })
  return { message, ...(words && { words }) }
}

const hasPath = (url: string) => (URL.parse(url)?.pathname ?? '/') !== '/'

function isAnswer(error: unknown): boolean {
  const { code } = toFault(error)
  return code === 'provider/bad-answer' || code === 'provider/refused'
}

const shown = ({ id, contextTokens, sees }: ModelInfo) => ({
  id,
  ...(contextTokens !== undefined && { contextTokens }),
  ...(sees !== undefined && { sees }),
})
