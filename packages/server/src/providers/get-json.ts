import { FaultError, isJsonObject, type JsonObject } from '@parley/dialects'
import { say } from '../words.ts'
import type { ProviderSettings } from './provider.ts'
import { badAnswer, failedAnswer, unreachable, withoutSecrets } from './upstream-fault.ts'

/** One JSON object from a model server. Anything else is a fault that names the server. */
export async function getJson(
  options: Pick<ProviderSettings, 'fetch' | 'label' | 'key'>,
  url: string,
  init: RequestInit,
): Promise<JsonObject> {
  const response = await options.fetch(url, { redirect: 'manual', ...init }).catch((error: unknown) => {
    throw unreachable(options.label, error)
  })
  if (!response.ok) throw keeping(await failedAnswer(options.label, response), options.key)
  if (response.headers.get('content-type')?.includes('json') === false)
    throw keeping(await badAnswer(options.label, response), options.key)
  const body: unknown = await response.json().catch(() => undefined)
  if (isJsonObject(body)) return body
  throw new FaultError({
    code: 'provider/bad-answer',
    ...say('provider.no-json', { label: options.label }),
    retryable: false,
  })
}

/** The same, without the key that it quotes. */
function keeping(error: FaultError, key: string | undefined): FaultError {
  return new FaultError(withoutSecrets(error.fault, key), { cause: error.cause })
}
