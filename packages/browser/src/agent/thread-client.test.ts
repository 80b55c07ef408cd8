import { expect, test } from 'vitest'
import { logExchanges, memoryExchanges } from '../transport/exchange-log.ts'
import { agentEventsIn } from './agent-event.ts'
import { ScriptedThreads, waitingFor } from './testing/scripted-threads.ts'
import { createThreadClient } from './thread-client.ts'

const TOLD = `data: ${JSON.stringify([{ type: 'message-start', messageId: 'm', model: 'x' }, { type: 'news' }])}\n\n`

test('what is asked of a thread and told about it is heard to the byte, and secrets are not kept', async () => {
  const server = new ScriptedThreads()
  server.document = waitingFor('t', [], 'page')
  server.onTold = () => 409
  server.streams = [[TOLD.slice(0, 9), TOLD.slice(9), undefined]]
  const store = memoryExchanges()
  const client = createThreadClient({
    url: 'http://server/api',
    headers: () => ({ authorization: 'Bearer very-secret' }),
    fetch: server.fetch,
    listen: (threadId, request) => logExchanges(threadId, { store })(request),
  })
  await client.list()
  await client.read('t')
  await client.ask('t', { messages: [] })
  await expect(client.resume('t', [])).rejects.toThrow()
  const events = await client.attach('t', new AbortController().signal)
  const hearAll = async () => {
    for await (const batch of events ?? []) expect(batch).toHaveLength(1)
  }
  await expect(hearAll()).rejects.toThrow()
  expect(await client.attach('t', new AbortController().signal)).toBeUndefined()
  await client.ask('t', { messages: [1] })
  await client.read('t')
  await client.read('t')

  const heard = await store.ofThread('t')
  expect(heard.map(({ request, status, fault }) => [request.method, request.url, request.body, status ?? fault?.code])).toEqual([
    ['POST', 'http://server/api/chat?events=canonical', '{"messages":[]}', 200],
    ['POST', 'http://server/api/threads/t/resume?events=canonical', '{"answers":[]}', 'request/conflict'],
    ['GET', 'http://server/api/threads/t/stream?events=canonical', '', 200],
    ['POST', 'http://server/api/chat?events=canonical', '{"messages":[1]}', 200],
    ['GET', 'http://server/api/threads/t', '', 200],
  ])
  expect(heard[2]?.reply).toBe(TOLD)
  expect(JSON.parse(heard[4]?.reply ?? '')).toMatchObject({ id: 't', status: 'waiting' })
  expect(heard.every(({ endedAt }) => endedAt !== undefined)).toBe(true)
  expect(JSON.stringify(heard)).not.toContain('very-secret')
  expect(agentEventsIn(TOLD)).toEqual([{ type: 'message-start', messageId: 'm', model: 'x' }])
})
