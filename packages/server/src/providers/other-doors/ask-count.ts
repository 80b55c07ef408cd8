import { FaultError, faultOf, type JsonObject, ownValue } from '@parley/dialects'
import { writingJson } from '../../http/json/write-json.ts'
import { createPace, unhurried } from '../../safety/pace.ts'
import { getJson } from '../get-json.ts'
import type { ProviderSettings } from '../provider.ts'
import { withoutSecrets } from '../upstream-fault.ts'

interface Counting {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonObject
  /** Where in the answer the number stands. */
  readonly field: string
  readonly signal: AbortSignal
}

/** Asks a server how many tokens it would read. `undefined`: there is nobody at that address who counts. */
export async function askCount(
  options: Pick<ProviderSettings, 'fetch' | 'label' | 'key'>,
  { url, headers, body, field, signal }: Counting,
): Promise<number | undefined> {
  const text = await unhurried(writingJson(body), createPace())
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text, signal }
  let missing = false
  const fetch: typeof options.fetch = async (address, asked) => {
    const answer = await options.fetch(address, asked)
    missing = answer.status === 404 || answer.status === 405 || answer.status === 501
    return answer
  }
  try {
    const count = ownValue(await getJson({ ...options, fetch }, url, init), field)
    return typeof count === 'number' ? count : undefined
  } catch (error) {
    const fault = faultOf(error)
    if (missing) return undefined
    throw fault ? new FaultError(withoutSecrets(fault, options.key), { cause: error }) : error
  }
}
