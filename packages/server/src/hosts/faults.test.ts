import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { type Behaviour, startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { type RunningServer, startServer } from './node.ts'

let upstream: Upstream
let server: RunningServer
const HELLO = chunk({ role: 'assistant', content: 'Hello' })
const KEY = 'sk-very-secret-key'

beforeAll(async () => {
  upstream = await startUpstream()
  const config = readConfig({
    env: { PARLEY_DISCOVER: 'no', PARLEY_URL: upstream.url, PARLEY_MODELS: 'm', PARLEY_DIALECT: 'native', PARLEY_KEY: KEY },
  })
  server = await startServer({
    config: { ...config, port: 0, limits: { ...config.limits, firstTokenMs: 10_000, nextTokenMs: 10_000 } },
  })
})

afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const status =
  (code: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(code, { 'content-type': body.startsWith('{') ? 'application/json' : 'text/html', ...headers })
    response.end(body)
  }

const ask = (path: string, body: object) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const ours = () =>
  ask('api/respond', { model: 'm', messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }] })
const theirs = (more: object = { stream: true }) =>
  ask('v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more })

/** Nothing may stay behind: the model server must see its connection closed within a second. */
async function upstreamCloses(): Promise<void> {
  for (let waited = 0; upstream.open() > 0 && waited < 100; waited++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(upstream.open()).toBe(0)
}

test('a line of 20 MB is given up: one fault, and no false end', async () => {
  upstream.behave((response) => {
    stream(response, HELLO, 'data: ')
    for (let count = 0; count < 20; count++) response.write('x'.repeat(1024 * 1024))
  })
  const own = await (await ours()).text()
  expect(own).toContain('Hello')
  expect(own.match(/"type":"fault"/g)).toHaveLength(1)
  expect(own).toMatch(/"code":"provider\/bad-answer".*one line of more than/)
  expect(own).not.toContain('message-end')
  expect((await theirs({})).status).toBe(406)
  await upstreamCloses()
})

const answers: Behaviour = (response) => {
  stream(response, HELLO, DONE)
  response.end()
}

test('a connection that was kept, and that the model server closes when it is used again, is replaced without a word', async () => {
  upstream.behave(answers)
  await (await theirs()).text()
  await upstreamCloses()
  upstream.behave((response) => {
    upstream.behave(answers)
    response.destroy()
  })
  const before = upstream.bodies.length
  expect(await (await theirs()).text()).toContain('Hello')
  expect(upstream.bodies.length - before).toBe(2)
})

const harmless: readonly [string, Behaviour, string][] = [
  [
    'garbage between events',
    (response) => {
      stream(response, HELLO, 'data: <html>\n\nnonsense\n\ndata: {"half\n\n', DONE)
      response.end()
    },
    'Hello',
  ],
  [
    'no [DONE]',
    (response) => {
      stream(response, HELLO, chunk({}, 'stop'))
      response.end()
    },
    'Hello',
  ],
  ['a socket that stays open after [DONE]', (response) => stream(response, HELLO, DONE), 'Hello'],
  [
    'comments and CRLF',
    (response) => {
      stream(response, `: ping\r\n\r\n${HELLO.replaceAll('\n', '\r\n')}${DONE}`)
      response.end()
    },
    'Hello',
  ],
  [
    'characters cut between reads',
    async (response) => {
      stream(response)
      for (const byte of new TextEncoder().encode(chunk({ content: '素数😀' }) + DONE)) {
        response.write(Uint8Array.of(byte))
        await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    },
    '素数😀',
  ],
  [
    'invalid UTF-8',
    (response) => {
      stream(
        response,
        HELLO.slice(0, -'"},"finish_reason":null}]}\n\n'.length),
        Uint8Array.of(0xff, 0xfe),
        `!"},"finish_reason":null}]}\n\n${DONE}`,
      )
      response.end()
    },
    'Hello\ufffd\ufffd!',
  ],
  [
    'a line of 10 MB',
    (response) => {
      stream(response, chunk({ content: 'y'.repeat(10 * 1024 * 1024) }), DONE)
      response.end()
    },
    'yyyy',
  ],
  [
    'one JSON document instead of a stream',
    status(
      200,
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      }),
    ),
    'Hello',
  ],
]

describe('what is merely odd is read', () => {
  test.each(harmless)('%s', async (_, behaviour, text) => {
    upstream.behave(behaviour)
    const own = await (await ours()).text()
    expect(own).toContain(text)
    expect(own).toContain('"message-end"')
    expect(own).not.toContain('"fault"')
    expect(await (await theirs()).text()).toMatch(/data: \[DONE\]\n\n$/)
    await upstreamCloses()
  })
})

describe('a reader who leaves', () => {
  test('takes the model server with it within a second', async () => {
    upstream.behave((response) => stream(response, HELLO))
    const client = new AbortController()
    const response = await fetch(`${server.url}v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] }),
      signal: client.signal,
    })
    await response.body?.getReader().read()
    expect(upstream.open()).toBe(1)
    client.abort()
    await upstreamCloses()
  })

  test('before the answer began, too', async () => {
    upstream.behave(() => undefined)
    const client = new AbortController()
    const asked = fetch(`${server.url}v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }),
      signal: client.signal,
    })
    while (upstream.open() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    client.abort()
    await expect(asked).rejects.toThrow()
    await upstreamCloses()
  })
})
