import { expect, test } from 'vitest'
import type { Fetch } from './provider.ts'
import { createWireLog } from './wire-log.ts'

const vendor: Fetch = async () => new Response('data: {"text":"hé"}\n\n', { status: 200 })
const refusing: Fetch = async () => Response.json({ error: 'no' }, { status: 400 })
const echo: Fetch = async () =>
  Response.json({
    error: 'Incorrect API key provided: sk-secret. See Bearer abcdefgh12345678.',
    headers: { Authorization: 'Basic dXNlcjpwYXNz', 'X-Api-Key': 'k', 'set-cookie': 'a="b\\"' },
    usage: { total_tokens: 3 },
    logprobs: [{ token: 'word' }],
    escaped: 'say \\"api_key\\"',
  })
const gone: Fetch = async () => {
  throw new TypeError('fetch failed')
}
const ask = (fetch: Fetch) =>
  fetch('https://vendor.example/v1/chat?key=abc&alt=sse', {
    method: 'POST',
    headers: { authorization: 'Bearer sk-secret', 'x-api-key': 'sk-secret', accept: 'text/event-stream' },
    body: '{"model":"m"}',
  })
const drain = async (fetch: Fetch) => {
  const reader = (await ask(fetch)).body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read());
}

test('nothing is kept before somebody looks, and nothing long after', async () => {
  let clock = 0
  const log = createWireLog(() => clock)
  const fetch = log.overheard(vendor)
  await drain(fetch)
  expect(log.between(0, 10)).toEqual([])
  clock = 600_001
  await drain(fetch)
  expect(log.between(0, clock)).toEqual([])
})

test('the bytes of both sides are there, and no key is', async () => {
  const log = createWireLog(() => 5)
  log.between(0, 0)
  await drain(log.overheard(vendor))
  expect(log.between(0, 4)).toEqual([])
  expect(log.between(5, 5)).toEqual([
    {
      at: 5,
      url: 'https://vendor.example/v1/chat?key=%E2%80%A6&alt=sse',
      headers: { accept: 'text/event-stream', authorization: '…', 'x-api-key': '…' },
      body: '{"model":"m"}',
      status: 200,
      reply: 'data: {"text":"hé"}\n\n',
    },
  ])
  expect(JSON.stringify(log.between(0, 9))).not.toContain('sk-secret')
})

test('no key is shown that a vendor sends back, or that stands in a body', async () => {
  const log = createWireLog(() => 1)
  log.between(0, 0)
  await (await ask(log.overheard(echo))).json()
  const [exchange] = log.between(0, 2)
  expect(exchange?.reply).not.toMatch(/sk-secret|abcdefgh|dXNlcjpw|"k"|a=/)
  expect(JSON.parse(exchange?.reply ?? '')).toMatchObject({ usage: { total_tokens: 3 }, logprobs: [{ token: 'word' }] })
})

test('an answer that is one document is kept too, and a vendor that cannot be reached leaves the request', async () => {
  const log = createWireLog(() => 1)
  log.between(0, 0)
  expect(await (await ask(log.overheard(refusing))).json()).toEqual({ error: 'no' })
  await expect(ask(log.overheard(gone))).rejects.toThrow('fetch failed')
  expect(log.between(0, 2).map(({ status, reply }) => [status, reply])).toEqual([
    [400, '{"error":"no"}'],
    [undefined, ''],
  ])
})
