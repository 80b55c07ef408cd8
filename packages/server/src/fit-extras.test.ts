import { isJsonObject } from '@parley/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { chunk, DONE } from './testing/chunks.ts'
import { startUpstream, stream, type Upstream } from './testing/upstream.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response) => {
    stream(response, chunk({ content: '{}' }), DONE)
    response.end()
  })
  const models = [
    { id: 'native', dialect: 'native' },
    { id: 'text', dialect: 'hermes' },
    { id: 'qwen3', dialect: 'native' },
  ]
  const file = JSON.stringify({ providers: [{ id: 'up', kind: 'openai-compatible', url: upstream.url, models }] })
  app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' }, file }))
})
afterAll(() => upstream.close())

const messages = [{ role: 'user', content: 'hi' }]
const tool = { name: 'f', description: 'does f', parameters: { type: 'object' } }

async function ask(path: string, body: object) {
  const response = await app.request(path, { method: 'POST', body: JSON.stringify(body) })
  const answer: unknown = await response.json()
  const sent: unknown = JSON.parse(upstream.bodies.at(-1) ?? '{}')
  const said = JSON.stringify(answer)
  return {
    status: response.status,
    said,
    sent: isJsonObject(sent) ? sent : {},
    ignored: response.headers.get('x-parley-ignored'),
  }
}
const chat = (model: string, more: object) => ask('/v1/chat/completions', { model, messages, ...more })

describe('a field that has no word of ours', () => {
  const extras = {
    frequency_penalty: 0.5,
    logit_bias: { 50256: -100 },
    metadata: { job: 'a' },
    service_tier: 'flex',
    prompt_cache_key: 'k',
    reasoning_effort: 'low',
    enable_thinking: false,
    some_future_field: { deep: [1] },
  }

  test.each(['native', 'text'])('reaches the server of a %s model that speaks the same format', async (model) => {
    const { status, sent, ignored } = await chat(model, extras)
    expect(status).toBe(200)
    expect(sent).toMatchObject(extras)
    expect(ignored).toBeNull()
  })

  test('may be named like something that every object has', async () => {
    const { status, sent } = await chat('native', { constructor: 1, toString: { type: 'x' }, valueOf: [1] })
    expect(status).toBe(200)
    expect(sent).toMatchObject({ constructor: 1, toString: { type: 'x' }, valueOf: [1] })
  })

  test('cannot put words into fields of ours', async () => {
    const { sent } = await chat('native', { temperature: 0.5, max_tokens: 7, stream: false })
    expect(sent).toMatchObject({ temperature: 0.5, max_tokens: 7, stream: true })
  })

  test('is named to the client where the server speaks another format', async () => {
    const body = { model: 'native', max_tokens: 9, messages, top_k: 4, thinking: { type: 'adaptive' } }
    const { status, sent, ignored } = await ask('/v1/messages', body)
    expect(status).toBe(200)
    expect(ignored).toBe('top_k, thinking')
    expect(sent).not.toHaveProperty('thinking')
    const streamed = await app.request('/v1/messages', { method: 'POST', body: JSON.stringify({ ...body, stream: true }) })
    expect(streamed.headers.get('x-parley-ignored')).toBe('top_k, thinking')
    await streamed.text()
  })

  test('is told in the words of the other format where it has equal ones, and the model understands them', async () => {
    const body = { max_tokens: 9, messages, thinking: { type: 'enabled', budget_tokens: 4096 } }
    const told = await ask('/v1/messages', { ...body, model: 'qwen3' })
    expect(told).toMatchObject({ status: 200, ignored: null, sent: { reasoning_effort: 'medium' } })
    const named = await ask('/v1/messages', { ...body, model: 'native' })
    expect(named).toMatchObject({ status: 200, ignored: 'thinking' })
    expect(named.sent).not.toHaveProperty('reasoning_effort')
  })

  test('is named where it stands inside of messages and tools', async () => {
    const cached = [{ role: 'user', content: [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }] }]
    const { ignored } = await ask('/v1/messages', { model: 'native', max_tokens: 9, messages: cached })
    expect(ignored).toBe('cache_control')
    const strict = await chat('text', { tools: [{ type: 'function', function: { ...tool, strict: true } }] })
    expect(strict.ignored).toBe('tools.strict')
    const named = await ask('/v1/chat/completions', { model: 'demo-scripted', messages: [{ ...messages[0], name: 'anna' }] })
    expect(named).toMatchObject({ status: 200, ignored: 'name' })
  })
})

test('how closely to look at a picture, and that a tool is strict, are told to a server of Chat Completions as Responses said them', async () => {
  const input = [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,aaaa', detail: 'low' }] }]
  const { ignored, sent } = await ask('/v1/responses', {
    model: 'native',
    input,
    tools: [{ type: 'function', ...tool, strict: true }],
  })
  expect(ignored).toBeNull()
  expect(sent).toMatchObject({
    tools: [{ function: { strict: true } }],
    messages: [{ content: [{ image_url: { detail: 'low' } }] }],
  })
})

describe('a field that asks for an answer we could not carry back is refused by its name', () => {
  test.each([
    ['/v1/chat/completions', { n: 2, stream: true }, 'n'],
    ['/v1/chat/completions', { n: 9 }, 'n'],
    ['/v1/chat/completions', { n: 1.5 }, 'n'],
    ['/v1/chat/completions', { logprobs: true }, 'logprobs'],
    ['/v1/chat/completions', { modalities: ['text', 'audio'] }, 'modalities'],
    ['/v1/chat/completions', { functions: [tool] }, 'functions'],
    ['/v1/responses', { input: 'hi', background: true }, 'background'],
    ['/v1/messages', { max_tokens: 9, mcp_servers: [{ type: 'url' }] }, 'mcp_servers'],
  ])('%s %j', async (path, more, field) => {
    const { status, said } = await ask(path, { model: 'native', ...(path !== '/v1/responses' && { messages }), ...more })
    expect(status).toBe(400)
    expect(said).toContain(`\`${field}\``)
  })

  test('but not where it asks for nothing', async () => {
    const idle = { n: 1, logprobs: false, modalities: ['text'], functions: [], response_format: { type: 'text' } }
    expect(await chat('native', idle)).toMatchObject({ status: 200, ignored: null })
  })
})

describe('a shape that only some servers know', () => {
  const response_format = { type: 'structural_tag', structures: [], triggers: ['<a>'] }
  const tools = [{ type: 'function', function: tool }]

  test('is asked of the server that speaks the same format', async () => {
    expect((await chat('native', { response_format, tools })).sent).toMatchObject({ response_format })
    expect((await chat('text', { response_format })).sent).toMatchObject({ response_format })
  })

  test.each([
    ['a text model with tools', '/v1/chat/completions', { model: 'text', messages, response_format, tools }, 'response_format'],
    ['the demo', '/v1/chat/completions', { model: 'demo-scripted', messages, response_format }, 'response_format'],
    ['another format', '/v1/responses', { model: 'native', input: 'hi', text: { format: { type: 'grammar' } } }, 'text.format'],
    [
      'another format',
      '/v1/messages',
      { model: 'native', max_tokens: 9, messages, output_config: { effort: 'low', format: { type: 'regex' } } },
      'output_config.format',
    ],
  ])('is refused by its name for %s', async (_, path, body, field) => {
    const { status, said } = await ask(path, body)
    expect(status).toBe(400)
    expect(said).toContain(`\`${field}\``)
  })
})

test('a choice among allowed tools hides the others', async () => {
  const tools = ['f', 'g'].map((name) => ({ type: 'function', function: { ...tool, name } }))
  const only = { mode: 'auto', tools: [{ type: 'function', function: { name: 'g' } }] }
  const { sent } = await chat('native', { tools, tool_choice: { type: 'allowed_tools', allowed_tools: only } })
  expect(sent).toMatchObject({ tools: [{ function: { name: 'g' } }], tool_choice: 'auto' })
  expect(sent['tools']).toHaveLength(1)
})

test.each(['native', 'text'])('a %s model is asked as often as a client wants answers', async (model) => {
  const before = upstream.bodies.length
  const { status, said, sent } = await chat(model, { n: 3 })
  expect(status).toBe(200)
  const { choices } = JSON.parse(said)
  expect(choices).toMatchObject([0, 1, 2].map((index) => ({ index, message: { content: '{}' }, finish_reason: 'stop' })))
  expect(upstream.bodies.length - before).toBe(3)
  expect(sent).not.toHaveProperty('n')
})
