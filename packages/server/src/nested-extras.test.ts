import Anthropic from '@anthropic-ai/sdk'
import { isJsonObject } from '@parley/dialects'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './hosts/node.ts'
import { chunk, DONE } from './testing/chunks.ts'
import { startUpstream, stream, type Upstream } from './testing/upstream.ts'

/** What stands inside of messages and tools, sent by the vendors' own clients through a real server to a server of each format. */
let upstream: Upstream
let server: RunningServer
let openai: OpenAI
let anthropic: Anthropic

const event = (data: { readonly type: string; readonly [field: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const SAID: Readonly<Record<string, string>> = {
  '/v1/chat/completions': chunk({ content: 'ok' }) + DONE,
  '/v1/messages':
    event({
      type: 'message_start',
      message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} },
    }) +
    event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} }) +
    event({ type: 'message_stop' }),
  '/v1/responses': event({ type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } }),
}

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response, request) => {
    stream(response, SAID[request.url ?? ''] ?? '')
    response.end()
  })
  const providers = [
    {
      id: 'chat',
      kind: 'openai-compatible',
      url: upstream.url,
      models: [
        { id: 'chat', dialect: 'native' },
        { id: 'text', dialect: 'hermes' },
      ],
    },
    { id: 'responses', kind: 'openai-responses', url: upstream.url, key: 'none', models: ['responses'] },
    { id: 'messages', kind: 'anthropic', url: upstream.url, key: 'none', models: ['messages'] },
  ]
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DATA: '/nonexistent' }, file: JSON.stringify({ providers }) })
  server = await startServer({ config: { ...config, port: 0 } })
  openai = new OpenAI({ baseURL: `${server.address}v1`, apiKey: 'none', maxRetries: 0 })
  anthropic = new Anthropic({ baseURL: server.address, apiKey: 'none', maxRetries: 0 })
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const sent = () => {
  const body: unknown = JSON.parse(upstream.bodies.at(-1) ?? '{}')
  return isJsonObject(body) ? body : {}
}
const PICTURE = 'data:image/png;base64,iVBORw0KGgo='

const named = (model: string) =>
  openai.chat.completions
    .create({
      model,
      messages: [
        { role: 'system', name: 'house', content: 'Be short.' },
        { role: 'user', name: 'anna', content: [{ type: 'image_url', image_url: { url: PICTURE, detail: 'low' } }] },
        { role: 'assistant', name: 'ben', content: 'A dot.' },
        { role: 'user', name: 'carl', content: 'And now?' },
      ],
      tools: [{ type: 'function', function: { name: 'f', strict: true, parameters: { type: 'object', properties: {} } } }],
    })
    .withResponse()

test('who speaks, how closely to look, and that a tool is strict, reaches a server of the same format', async () => {
  const { response } = await named('chat')
  expect(sent()).toMatchObject({
    messages: [
      { role: 'system', name: 'house', content: 'Be short.' },
      { role: 'user', name: 'anna', content: [{ type: 'image_url', image_url: { url: PICTURE, detail: 'low' } }] },
      { role: 'assistant', name: 'ben', content: 'A dot.' },
      { role: 'user', name: 'carl', content: 'And now?' },
    ],
    tools: [{ function: { name: 'f', strict: true } }],
  })
  expect(response.headers.get('x-parley-ignored')).toBeNull()
})

test('a model that is taught its tools in words still hears who speaks, and its client hears that strict was left out', async () => {
  const { response } = await named('text')
  expect(sent()).toMatchObject({ messages: [{}, { name: 'anna' }, { role: 'assistant', name: 'ben' }, { name: 'carl' }] })
  expect(response.headers.get('x-parley-ignored')).toBe('tools.strict')
})

test('a server of another format is not told, and the client is', async () => {
  const { response } = await named('messages')
  expect(response.headers.get('x-parley-ignored')).toBe('name, detail, tools.strict')
  expect(JSON.stringify(sent())).not.toMatch(/anna|low|strict/)
})

const ignoredOf = async (model: string, more: object) => {
  const body = { model, messages: [{ role: 'user' as const, content: 'hi' }], ...more }
  return (await openai.chat.completions.create(body).withResponse()).response.headers.get('x-parley-ignored')
}

test('a setting that the format of the server has no room for is named to the client', async () => {
  expect(await ignoredOf('chat', { stop: ['.'], seed: 7 })).toBeNull()
  expect(await ignoredOf('responses', { stop: ['.'], seed: 7 })).toBe('stop, seed')
  expect(await ignoredOf('messages', { stop: ['.'], seed: 7, temperature: 0.5, top_p: 0.5 })).toBe('topP, seed')
})

test('what is to be cached is said to the vendor whose word it is', async () => {
  const cache_control = { type: 'ephemeral' } as const
  const body = {
    max_tokens: 9,
    system: [{ type: 'text', text: 'Be short.', cache_control }],
    tools: [{ name: 'f', input_schema: { type: 'object' }, cache_control }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'hi', cache_control }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {}, cache_control }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x', cache_control }] },
    ],
  } as const
  const asked = (model: string) => anthropic.messages.create(structuredClone({ ...body, model }) as never).withResponse()
  await asked('messages')
  expect(sent()).toMatchObject(body)
  const { response } = await asked('chat')
  expect(response.headers.get('x-parley-ignored')).toBe('cache_control, tools.cache_control')
  expect(JSON.stringify(sent())).not.toContain('cache_control')
})

test('what a client of Responses wants included, and how closely to look, is passed on', async () => {
  const image = { type: 'input_image', image_url: PICTURE, detail: 'high' } as const
  const input = [{ role: 'user' as const, content: [image] }]
  const include = ['reasoning.encrypted_content' as const, 'web_search_call.action.sources' as const]
  await openai.responses.create({ model: 'responses', input, include })
  expect(sent()).toMatchObject({ include, input: [{ content: [image] }] })
  const wanting = openai.responses.create({ model: 'responses', input, include: ['message.output_text.logprobs'] })
  await expect(wanting).rejects.toThrow(/400.*`include`.*logprobs/)
})
