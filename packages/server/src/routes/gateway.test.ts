import { isJsonObject } from '@parley/dialects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { type Behaviour, startUpstream, stream, type Upstream } from '../testing/upstream.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  upstream = await startUpstream()
  app = createApp(
    readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_ASK_NATIVE: 'no', PARLEY_URL: upstream.url, PARLEY_MODELS: 'm' } }),
  )
})
afterAll(() => upstream.close())

const says =
  (...texts: string[]): Behaviour =>
  (response) => {
    stream(
      response,
      ...texts.map((content) => chunk({ content })),
      chunk({}, 'stop'),
      'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n',
      'data: [DONE]\n\n',
    )
    response.end()
  }
const tool = (name: string) => ({
  type: 'function',
  function: { name, description: `does ${name}`, parameters: { type: 'object', properties: { a: { type: 'number' } } } },
})
const CALL = (name: string) => `<tool_call>{"name": "${name}", "arguments": {"a": 1}}</tool_call>`

async function ask(more: object, headers: Record<string, string> = {}) {
  const body = JSON.stringify({
    model: 'm@hermes',
    messages: [{ role: 'user', content: 'go' }],
    tools: [tool('f'), tool('g')],
    ...more,
  })
  const response = await app.request('/v1/chat/completions', { method: 'POST', body, headers })
  const answer: unknown = response.headers.get('content-type')?.includes('json') ? await response.json() : await response.text()
  const sent: unknown = JSON.parse(upstream.bodies.at(-1) ?? '{}')
  return { status: response.status, answer, sent: isJsonObject(sent) ? sent : {} }
}

describe('a text-only model behind the gateway', () => {
  test('is taught in its prompt, and its text becomes calls', async () => {
    upstream.behave(says('Sure. ', CALL('f')))
    const { answer, sent } = await ask({})
    expect(sent).not.toHaveProperty('tools')
    expect(JSON.stringify(sent['messages'])).toContain('does f')
    expect(answer).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: expect.stringContaining('Sure.'),
            tool_calls: [{ function: { name: 'f', arguments: expect.stringContaining('1') } }],
          },
        },
      ],
    })
  })

  test('gets no lesson for tools of its own that bear our names', async () => {
    upstream.behave(says('ok'))
    const { sent } = await ask({ tools: [tool('read_file')] })
    expect(JSON.stringify(sent)).not.toContain('virtual file system')
  })

  test('stops before it can invent a result, with the stops of the client kept', async () => {
    upstream.behave(says('ok'))
    const { sent } = await ask({ stop: ['END'] })
    const stops = Array.isArray(sent['stop']) ? sent['stop'] : []
    expect(stops[0]).toBe('END')
    expect(stops.length).toBeGreaterThan(1)
    expect(stops.length).toBeLessThanOrEqual(4)
  })

  test.each([
    ['required', /must|required/i],
    [{ type: 'function', function: { name: 'g' } }, /`?g`?/],
  ])('is told of tool_choice %j', async (tool_choice, words) => {
    upstream.behave(says(CALL('g')))
    const free = await ask({})
    const { sent } = await ask({ tool_choice })
    expect(JSON.stringify(sent['messages'])).not.toBe(JSON.stringify(free.sent['messages']))
    expect(JSON.stringify(sent['messages'])).toMatch(words)
  })

  test('tool_choice none: no tool is taught, and what looks like a call stays text', async () => {
    upstream.behave(says(CALL('f')))
    const { answer, sent } = await ask({ tool_choice: 'none' })
    expect(JSON.stringify(sent)).not.toContain('does f')
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'stop', message: { content: CALL('f') } }] })
  })

  test('parallel_tool_calls false: one call, and what follows is not waited for', async () => {
    upstream.behave((response) => stream(response, chunk({ content: CALL('f') }), chunk({ content: CALL('g') })))
    const { answer } = await ask({ parallel_tool_calls: false })
    expect(answer).toMatchObject({
      choices: [{ finish_reason: 'tool_calls', message: { tool_calls: [{ function: { name: 'f' } }] } }],
    })
    for (let waited = 0; upstream.open() > 0 && waited < 100; waited++) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(upstream.open()).toBe(0)
  })
})

test.each([
  ['no tools', { tools: undefined }],
  ['tool_choice none', { tool_choice: 'none' }],
])('thoughts are told apart from words with %s, too', async (_, more) => {
  upstream.behave(says('<thi', 'nk>Let me see', CALL('f'), '</think>', '4, not ', CALL('g')))
  const { answer } = await ask(more)
  expect(answer).toMatchObject({
    choices: [
      {
        finish_reason: 'stop',
        message: { content: `4, not ${CALL('g')}`, reasoning_content: `Let me see${CALL('f')}` },
      },
    ],
  })
  const { answer: streamed } = await ask({ ...more, stream: true })
  expect(streamed).toMatch(/"reasoning_content":"Let me see/)
  expect(streamed).not.toContain('think>')
})

test.each(['hermes', 'json-strict'])(
  'ids of calls are never the same, whatever %s models count and however much history is left',
  async (dialect) => {
    const own = '{"tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}'
    upstream.behave(says(dialect === 'hermes' ? CALL('f') : own))
    const ids = new Set<unknown>()
    for (let turn = 0; turn < 3; turn++) {
      const { answer } = await ask({ model: `m@${dialect}` })
      ids.add(JSON.stringify(answer).match(/"id":"(call_[0-9a-f]{24}_[0-9]+)"/)?.[1])
    }
    expect(ids.size).toBe(3)
    expect(ids).not.toContain(undefined)
  },
)

test('usage is streamed to who asks for it, and always told in a whole answer', async () => {
  upstream.behave(says('ok'))
  expect((await ask({ stream: true })).answer).not.toContain('usage')
  expect((await ask({ stream: true, stream_options: { include_usage: true } })).answer).toContain(
    '"usage":{"prompt_tokens":3,"completion_tokens":4',
  )
  expect((await ask({})).answer).toMatchObject({ usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } })
})

test('the dialect is the server’s choice, the model name’s, or the header’s', async () => {
  upstream.behave(says(CALL('f')))
  const calls = { choices: [{ message: { tool_calls: [{ function: { name: 'f' } }] } }] }
  expect((await ask({ model: 'm' }, { 'x-parley-dialect': 'hermes' })).answer).toMatchObject(calls)
  expect((await ask({ model: 'custom/m@Hermes' })).answer).toMatchObject(calls)
  expect((await ask({ model: 'm@json-strict' })).answer).toMatchObject({ choices: [{ message: { content: CALL('f') } }] })
  const unknown = await ask({ model: 'm' })
  expect(unknown.answer).toMatchObject(calls)
  expect(JSON.stringify(unknown.sent)).toContain('tool_calls')
  expect((await ask({ model: 'm' }, { 'x-parley-dialect': 'native' })).sent).toHaveProperty('tools')
  expect((await ask({ model: 'm@nonsense' })).status).toBe(404)
})

test('a model that is asked without tools is not taught any', async () => {
  upstream.behave(says('ok'))
  const { sent } = await ask({ tools: undefined })
  expect(sent['messages']).toEqual([{ role: 'user', content: 'go' }])
})

test('the app is a plain fetch function', async () => {
  const { fetch } = app
  const response = await fetch(new Request('http://localhost/v1/models'))
  expect(await response.json()).toMatchObject({ object: 'list', data: [{ id: 'm', object: 'model' }, { id: 'demo-scripted' }] })
  expect((await fetch(new Request('http://localhost/v1/models/m'))).status).toBe(200)
  expect((await fetch(new Request('http://localhost/v1/models/gone'))).status).toBe(404)
})

test('before the first request nothing happens that a host may forbid: no timer, no chance, no network', () => {
  const forbidden = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'fetch'), vi.spyOn(crypto, 'randomUUID')]
  createApp(readConfig({ env: { PARLEY_URL: 'http://127.0.0.1:9/v1' } }), { isLocal: true })
  for (const spy of forbidden) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('metrics count what happened, and tell no words', async () => {
  upstream.behave(says('a secret word', DONE))
  await ask({})
  const text = await (await app.request('/metrics')).text()
  expect(text).toMatch(/parley_requests_total\{door="\/v1\/chat\/completions",status="200"\} \d+/)
  expect(text).toMatch(/parley_faults_total\{code="request\/unknown-dialect",status="404"\} 1/)
  expect(text).toMatch(/parley_first_event_seconds_count \d+/)
  expect(text).not.toContain('secret')
})

test('too many requests a minute are told when to come back', async () => {
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no' } })
  let time = 0
  const limited = createApp({ ...config, limits: { ...config.limits, requestsPerMinute: 2 } }, { now: () => time })
  const post = () => limited.request('/v1/chat/completions', { method: 'POST', body: '{}' })
  expect([(await post()).status, (await post()).status]).toEqual([400, 400])
  const refused = await post()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  time += 31_000
  expect((await post()).status).toBe(400)
})

test('more streams at once than allowed are refused, and the next one after the end is not', async () => {
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' } })
  const small = createApp({ ...config, limits: { ...config.limits, streams: 1 } })
  const post = () =>
    small.request('/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ model: 'demo-scripted', stream: true, messages: [{ role: 'user', content: 'hi' }] }),
    })
  const first = await post()
  expect((await post()).status).toBe(429)
  await first.text()
  const third = await post()
  expect(third.status).toBe(200)
  await third.body?.cancel()
  expect((await post()).status).toBe(200)
})
