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
    config: { ...config, port: 0, limits: { ...config.limits, firstTokenMs: 300, nextTokenMs: 300 } },
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

const before: readonly [string, Behaviour, number, string, RegExp][] = [
  [
    'a wrong key',
    status(401, `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`),
    403,
    'provider/unauthorized',
    /refused the key that this server has for it\. Correct the key of the provider.*provided: …$/,
  ],
  [
    'a limit',
    status(429, '{"error":{"message":"slow down"}}', { 'retry-after': '7' }),
    429,
    'provider/rate-limited',
    /slow down/,
  ],
  ['a server error', status(500, '{"error":"boom"}'), 503, 'provider/unavailable', /status 500.*boom/],
  ['a model that is loading', status(503, '{"error":{"message":"Loading model"}}'), 503, 'provider/unavailable', /Loading model/],
  [
    'too long a conversation',
    status(400, '{"error":{"message":"too long","type":"exceed_context_size_error"}}'),
    400,
    'provider/too-long',
    /longer than the context.*too long/,
  ],
  ['an error page', status(502, '<html><body>Bad gateway</body></html>'), 503, 'provider/unavailable', /status 502/],
  [
    'a page with status 200',
    status(200, '<html><title>Welcome</title></html>'),
    424,
    'provider/bad-answer',
    /text\/html instead of a stream.*Welcome/,
  ],
  [
    'a redirect',
    status(302, '{}', { location: 'http://127.0.0.1:1/' }),
    424,
    'provider/bad-answer',
    /key must not go\. Configure the address/,
  ],
  ['silence', () => undefined, 504, 'provider/timeout', /nothing for 300 milliseconds/],
  [
    'headers and then silence',
    (response) => stream(response, ': hello\n\n'),
    504,
    'provider/timeout',
    /nothing for 300 milliseconds/,
  ],
  [
    'a closed connection',
    (response) => void response.destroy(),
    503,
    'provider/unavailable',
    /closed the connection before it answered/,
  ],
  [
    'an error as first event',
    (response) => stream(response, 'data: {"error":{"message":"no memory","code":500}}\n\n'),
    503,
    'provider/unavailable',
    /no memory/,
  ],
  [
    'a stream with nothing in it',
    (response) => {
      stream(response)
      response.end()
    },
    503,
    'provider/unavailable',
    /in the middle of its answer/,
  ],
]

describe('a failure before the first event is a status', () => {
  test.each(before)('%s', async (...[, behaviour, code, fault, message]) => {
    upstream.behave(behaviour)
    const own = await ours()
    expect(own.status).toBe(code)
    const body: unknown = await own.json()
    expect(body).toMatchObject({ fault: { code: fault, message: expect.stringMatching(message) } })
    expect(JSON.stringify(body)).not.toContain(KEY)
    if (code === 429) expect(own.headers.get('retry-after')).toBe('7')

    for (const more of [{ stream: true }, {}]) {
      const vendor = await theirs(more)
      expect(vendor.status).toBe(code)
      expect(await vendor.json()).toMatchObject({ error: { message: expect.stringMatching(message) } })
    }
    await upstreamCloses()
  })
})

const midway: readonly [string, Behaviour, string, RegExp][] = [
  [
    'a death',
    (response) => {
      stream(response, HELLO)
      setTimeout(() => response.destroy(), 30)
    },
    'provider/unavailable',
    /connection to .* broke in the middle/,
  ],
  ['a stall', (response) => stream(response, HELLO), 'provider/timeout', /nothing for 300 milliseconds/],
  [
    'an error event',
    (response) => stream(response, HELLO, 'data: {"error":{"message":"cache full","type":"server_error"}}\n\n'),
    'provider/unavailable',
    /cache full/,
  ],
  [
    'an end without a word',
    (response) => {
      stream(response, HELLO)
      response.end()
    },
    'provider/unavailable',
    /in the middle of its answer/,
  ],
  [
    'a line of 20 MB',
    (response) => {
      stream(response, HELLO, 'data: ')
      for (let count = 0; count < 20; count++) response.write('x'.repeat(1024 * 1024))
    },
    'provider/bad-answer',
    /one line of more than/,
  ],
]

describe('a failure in the middle is one fault, and no false end', () => {
  test.each(midway)('%s', async (_, behaviour, code, message) => {
    upstream.behave(behaviour)
    const own = await (await ours()).text()
    expect(own).toContain('Hello')
    expect(own.match(/"type":"fault"/g)).toHaveLength(1)
    expect(own).toContain(`"code":"${code}"`)
    expect(own).toMatch(message)
    expect(own).not.toContain('message-end')

    const vendor = await (await theirs()).text()
    expect(vendor).toMatch(message)
    expect(vendor).not.toContain('[DONE]')
    expect(vendor).not.toContain('"finish_reason":"stop"')
    expect((await theirs({})).status).toBe(code === 'provider/bad-answer' ? 424 : code === 'provider/timeout' ? 504 : 503)
    await upstreamCloses()
  })
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
