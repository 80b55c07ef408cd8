import type { Fault } from '@parley/dialects'
import { createEventReader } from '@parley/dialects/wire'
import { describe, expect, test, vi } from 'vitest'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'

const QUIET = { PARLEY_DEMO_PACE: '0', PARLEY_DISCOVER: 'no' }
const app = createApp(readConfig({ env: QUIET }))
const USER = { role: 'user', id: 'u', parts: [{ type: 'text', text: 'hello' }] }
const post = (body: unknown, headers: Record<string, string> = {}, to = app) =>
  to.request('/api/respond', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })

async function faultIn(response: Response): Promise<Fault> {
  const { fault } = (await response.json()) as { fault: Fault }
  return fault
}

test('an answer is a stream of our own events', async () => {
  const response = await post({ model: 'demo-scripted', messages: [USER] })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = createEventReader()
  const events = [...reader.push(await response.text()), ...reader.end()]
  expect(events[0]).toMatchObject({ type: 'message-start', model: 'demo-scripted' })
  expect(events.at(-1)).toMatchObject({ type: 'message-end', reason: 'done' })
})

test('models are listed with how they are spoken to and why', async () => {
  const response = await app.request('/api/models')
  expect(await response.json()).toEqual({
    models: [
      {
        id: 'demo-scripted',
        label: 'Demo, not an AI',
        words: { id: 'model.demo' },
        provider: 'Demo, not an AI',
        providerId: 'demo',
        demo: true,
        native: true,
        dialect: 'json-strict',
        dialectReason: 'the demo speaks every dialect; this is the default one',
        dialectWords: { id: 'speech.demo' },
      },
    ],
    default: 'demo-scripted',
    reason: 'No model is connected yet, so the demo answers.',
    words: { id: 'default.demo' },
    providers: [{ id: 'demo', label: 'Demo, not an AI', status: 'up' }],
    problems: [],
  })
})

test('health answers', async () => {
  expect(await (await app.request('/health')).json()).toEqual({ status: 'ok' })
})

test('ready answers without a token, and is not ready while the place for threads cannot be asked', async () => {
  let time = 0
  let asked = 0
  let isThere = true
  const ready = async () => {
    asked++
    if (!isThere) throw new Error('gone')
  }
  const secured = createApp(readConfig({ env: { ...QUIET, PARLEY_TOKEN: 'open-sesame' } }), {
    now: () => time,
    agent: () => ({ ready, chat: async () => new Response(), threads: async () => new Response() }),
  })
  const answers = await Promise.all([secured.request('/ready'), secured.request('/ready')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(asked).toBe(1)
  isThere = false
  time += 1000
  const waiting = await secured.request('/ready')
  expect([waiting.status, await waiting.json()]).toEqual([503, { status: 'waiting', for: 'database' }])
  expect((await secured.request('/health')).status).toBe(200)
})

test('without the demo there is no model until one is connected, and nothing says that a demo answers', async () => {
  for (const sources of [{ env: { ...QUIET, PARLEY_DEMO: 'no' } }, { env: QUIET, file: '{"demo": false}' }]) {
    const bare = createApp(readConfig(sources))
    expect(await (await bare.request('/api/models')).json()).toMatchObject({
      models: [],
      default: '',
      reason: 'No model is connected yet.',
    })
    expect((await post({ model: 'demo-scripted', messages: [USER] }, {}, bare)).status).toBe(404)
  }
})

describe('bad input gets one clear sentence and the right status', () => {
  test.each([
    [{ model: 'gpt-9', messages: [USER] }, 404, 'request/unknown-model', /`gpt-9` is not configured\. Choose/],
    [{ model: 'demo-scripted@klingon', messages: [USER] }, 404, 'request/unknown-dialect', /no dialect `klingon`/],
    [{ model: 'demo-scripted', dialect: 'klingon', messages: [USER] }, 404, 'request/unknown-dialect', /no dialect `klingon`/],
    [{ model: 'demo-scripted@qwen3', messages: [USER] }, 404, 'request/unknown-dialect', /`qwen3`; Qwen3 speaks `hermes`\. Use/],
    ['{"model": ', 400, 'request/invalid', /not valid JSON/],
    [{ messages: [USER] }, 400, 'request/invalid', /`model`/],
    [{ model: 'demo-scripted', messages: [] }, 400, 'request/invalid', /`messages`/],
    [{ model: 'demo-scripted', messages: [{ ...USER, role: 'king' }] }, 400, 'request/invalid', /`messages\[0\]\.role`/],
    [
      { model: 'demo-scripted', messages: [{ ...USER, parts: [{ type: 'text' }] }] },
      400,
      'request/invalid',
      /`messages\[0\]\.parts\[0\]\.text`/,
    ],
    [{ model: 'demo-scripted', messages: [USER], tools: [{ name: '' }] }, 400, 'request/invalid', /`tools\[0\]\.name`/],
    [[], 400, 'request/invalid', /`body`/],
  ])('%j', async (body, status, code, message) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    const fault = await faultIn(response)
    expect(fault.code).toBe(code)
    expect(fault.message).toMatch(message)
  })

  test('a body over the limit is refused, with and without a length', async () => {
    const small = createApp({ ...readConfig({ env: QUIET }), limits: { ...readConfig({ env: {} }).limits, bodyBytes: 2048 } })
    const text = JSON.stringify({
      model: 'demo-scripted',
      messages: [{ ...USER, parts: [{ type: 'text', text: 'x'.repeat(4000) }] }],
    })
    const streamed = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    })
    const responses = [
      await post(text, { 'content-length': String(text.length) }, small),
      await small.request('/api/respond', { method: 'POST', body: streamed, duplex: 'half' } as RequestInit),
    ]
    for (const response of responses) {
      expect(response.status).toBe(413)
      expect((await faultIn(response)).message).toMatch(/larger than 2 KB\. Send fewer/)
    }
  })

  test('a provider that cannot be reached is named', async () => {
    const lonely = createApp(readConfig({ env: { ...QUIET, PARLEY_URL: 'http://127.0.0.1:9/v1', PARLEY_MODELS: 'm' } }))
    const response = await post({ model: 'm', messages: [USER] }, {}, lonely)
    expect(response.status).toBe(503)
    expect((await faultIn(response)).message).toMatch(/^127\.0\.0\.1:9 cannot be reached\. Start it/)
    const models = (await (await lonely.request('/api/models')).json()) as { default: string }
    expect(models.default).toBe('m')
  })

  test('a wrong address says where to look', async () => {
    const response = await app.request('/api/nothing')
    expect(response.status).toBe(404)
  })

  test('the right address with the wrong method says which one it takes', async () => {
    for (const path of ['/api/chat', '/api/respond', '/v1/chat/completions', '/v1/responses', '/v1/messages']) {
      const response = await app.request(path)
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining(`${path} takes POST with a JSON body, not GET.`),
      ])
    }
  })

  test('under /v1 also what no gateway has seen is refused in the shape its clients read', async () => {
    for (const [path, status] of [
      ['/v1/embeddings', 404],
      ['/v1/models/%zz', 404],
    ] as const) {
      const openai = await app.request(path)
      expect([openai.status, await openai.json()]).toMatchObject([status, { error: { message: expect.any(String) } }])
      const anthropic = await app.request(path, { headers: { 'anthropic-version': '2023-06-01' } })
      expect(await anthropic.json()).toMatchObject({ type: 'error', error: { message: expect.any(String) } })
    }
  })

  test('who leaves while the models are asked for takes nothing from who waits for the same list', async () => {
    const slow = createApp(readConfig({ env: QUIET }), {
      providers: [
        {
          id: 's',
          label: 's',
          models: (signal) =>
            new Promise((resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason))
              setTimeout(resolve, 30, [{ id: 'slow' }])
            }),
          respond: () => {
            throw new Error('not asked')
          },
        },
      ],
    })
    const leaver = new AbortController()
    const left = slow.request('/api/models', { signal: leaver.signal })
    const stayed = slow.request('/v1/models')
    leaver.abort()
    await left
    expect(await (await stayed).json()).toMatchObject({ data: [{ id: 'slow' }, { id: 'demo-scripted' }] })
  })

  test('our own mistakes are logged and tell the client nothing', async () => {
    const bugs: unknown[] = []
    const broken = createApp(readConfig({ env: QUIET }), {
      onBug: (error) => bugs.push(error),
      providers: [
        {
          id: 'b',
          label: 'b',
          models: async () => [{ id: 'b' }],
          respond: () => {
            throw new Error('secret stack')
          },
        },
      ],
    })
    const response = await post({ model: 'b', messages: [USER] }, {}, broken)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(bugs).toHaveLength(1)
  })
})

describe('who may come in', () => {
  const secured = createApp(readConfig({ env: { ...QUIET, PARLEY_TOKEN: 'open-sesame' } }))

  test.each([
    ['a page elsewhere', { origin: 'https://evil.example' }],
    ['a page on another port', { host: 'localhost:4317', origin: 'http://localhost:9999' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a name that was bound to this computer', { host: 'evil.example:4317' }],
    ['an image tag elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['an image tag of another program here', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
  ])('%s may not', async (_, headers) => {
    expect((await app.request('/api/models', { headers })).status).toBe(403)
    expect((await app.request('/health', { headers })).status).toBe(200)
  })

  test.each([
    ['a program without origin', {}],
    ['our own page', { host: 'localhost:4317', origin: 'http://localhost:4317', 'sec-fetch-site': 'same-origin' }],
    ['our own page by number', { host: '127.0.0.1:4317', origin: 'http://127.0.0.1:4317' }],
  ])('%s may', async (_, headers) => {
    expect((await app.request('/api/models', { headers })).status).toBe(200)
  })

  test('an origin that was named may, and can read the answer', async () => {
    const open = createApp(readConfig({ env: { ...QUIET, PARLEY_ORIGINS: 'https://friend.example' } }))
    const headers = { origin: 'https://friend.example' }
    const preflight = await open.request('/api/respond', {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    const response = await open.request('/api/models', { headers })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://friend.example')
  })

  test('an origin that was named can also read why it is refused', async () => {
    const env = { ...QUIET, PARLEY_ORIGINS: 'https://friend.example', PARLEY_TOKEN: 'open-sesame' }
    const response = await createApp(readConfig({ env })).request('/api/models', {
      headers: { origin: 'https://friend.example' },
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://friend.example')
  })

  test('nobody is told to allow the origin that all sandboxed pages share', async () => {
    const { message } = await faultIn(await app.request('/api/models', { headers: { origin: 'null' } }))
    expect(message).toBe('A page without an origin may not use this server. Serve the page over HTTP.')
  })

  test('with a token, nothing but health answers without it', async () => {
    for (const path of ['/api/models', '/api/respond', '/', '/anything', '/api/models?token=wrong-token']) {
      expect((await secured.request(path)).status).toBe(401)
    }
    expect((await secured.request('/health')).status).toBe(200)
  })

  test('who opens the page in a browser without the token reads a sentence, not JSON', async () => {
    const response = await secured.request('/', { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' } })
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect([response.status, await response.text()]).toEqual([401, expect.stringMatching(/^This server wants a token\./)])
  })

  test.each([
    { authorization: 'Bearer open-sesame' },
    { 'x-api-key': 'open-sesame' },
    { cookie: 'a=b; parley_token=open-sesame' },
  ])('%j opens', async (headers) => {
    expect((await secured.request('/api/models', { headers })).status).toBe(200)
  })

  test.each([{ authorization: 'Bearer open-sesam' }, { authorization: 'Bearer open-sesamee' }, { cookie: 'parley_token=%' }])(
    '%j does not',
    async (headers) => {
      expect((await secured.request('/api/models', { headers })).status).toBe(401)
    },
  )

  test('the printed address leaves a cookie and no token in the address', async () => {
    const response = await secured.request('/chat?token=open-sesame&x=1')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/chat?x=1')
    expect(response.headers.get('set-cookie')).toMatch(/parley_token=open-sesame; HttpOnly; SameSite=Strict/)
    const elsewhere = await secured.request('http://localhost//evil.example/?token=open-sesame')
    expect(elsewhere.headers.get('location')).toBe('/evil.example/')
  })
})

test('what was said to vendors is for pages of ours and holders of the token', async () => {
  const open = createApp(readConfig({ env: QUIET }), { isLocal: true })
  const read = async (asked: typeof open, headers: Record<string, string>) =>
    (await asked.request('/api/wire', { headers })).status
  expect(await read(open, {})).toBe(403)
  expect(await read(open, { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(403)
  expect(await read(open, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).toBe(403)
  expect(await read(open, { 'sec-fetch-site': 'same-origin' })).toBe(200)
  const kept = createApp(readConfig({ env: { ...QUIET, PARLEY_TOKEN: 'open-sesame' } }), { isLocal: true })
  expect(await read(kept, { 'sec-fetch-site': 'same-origin' })).toBe(401)
  expect(await read(kept, { authorization: 'Bearer open-sesame' })).toBe(200)
})

test('an error that is our own is logged, unless the host takes it', async () => {
  const cause = new Error('a bug of ours')
  const broken = {
    id: 'broken',
    label: 'Broken',
    models: async () => [{ id: 'm' }],
    respond: () => {
      throw cause
    },
  }
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const heard: unknown[] = []
  try {
    await (
      await post({ model: 'm', messages: [USER] }, {}, createApp(readConfig({ env: QUIET }), { providers: [broken] }))
    ).text()
    expect(logged).toHaveBeenCalledWith(cause)
    logged.mockClear()
    const parts = { providers: [broken], onBug: (error: unknown) => heard.push(error) }
    await (await post({ model: 'm', messages: [USER] }, {}, createApp(readConfig({ env: QUIET }), parts))).text()
    expect([logged.mock.calls, heard]).toEqual([[], [cause]])
  } finally {
    logged.mockRestore()
  }
})
