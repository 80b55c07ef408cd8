import { isJsonObject, ownValue } from '@parley/dialects'

/** What our server answered, or an error with the sentence that it said instead. */
export async function serverAnswer(response: Response): Promise<unknown> {
  const body: unknown = response.status === 204 ? {} : await response.json()
  if (response.ok) return body
  throw Object.assign(
    new Error(`The server answered ${response.status}.`),
    isJsonObject(body) && { fault: ownValue(body, 'fault') },
  )
}
