import { isJsonObject, type JsonObject } from '@parley/dialects'
import { expect, vi } from 'vitest'
import { list } from './mcp-lab.ts'

/** What the page does: it looks what waits, and answers. */
export const page = (lab: { readonly url: string }, token?: string) => {
  const headers = {
    origin: lab.url,
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const json = async (path: string, body?: object) => {
    const response = await fetch(`${lab.url}/api/threads${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const value: unknown = response.status === 204 ? {} : await response.json()
    return { status: response.status, body: isJsonObject(value) ? value : {} }
  }
  const waiting = async () => {
    const { body } = await json('?status=waiting')
    return list(body['threads']).flatMap(({ id, pending }) =>
      list(pending).map((call): JsonObject => ({ ...call, thread: id ?? '' })),
    )
  }
  return {
    json,
    waiting,
    /** The one call that waits, once it does. */
    async next(): Promise<JsonObject> {
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 20_000 })
      const [call] = await waiting()
      return call ?? {}
    },
    answer: (call: JsonObject, given: object) =>
      json(`/${encodeURIComponent(String(call['thread']))}/resume`, { answers: [{ callId: call['callId'], ...given }] }),
  }
}
