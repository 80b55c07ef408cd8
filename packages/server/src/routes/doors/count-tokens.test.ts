import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type RunningServer, startServer } from '../../hosts/node.ts'
import { startUpstream, type Upstream } from '../../testing/upstream.ts'

let upstream: Upstream
let server: RunningServer
const asked: string[] = []

const json = { 'content-type': 'application/json' }

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response, request, body) => {
    asked.push(`${request.url} ${String(request.headers['x-api-key'] ?? request.headers['x-goog-api-key'] ?? '')}`)
    if (body.includes('refuse me')) return void response.writeHead(401, json).end('{"error":{"message":"bad key the-key-of-it"}}')
    if (request.url?.endsWith('/v1/old/messages/count_tokens')) return void response.writeHead(404, json).end('{}')
    response.writeHead(200, json).end(request.url?.includes('countTokens') ? '{"totalTokens": 77}' : '{"input_tokens": 4711}')
  })
  const provider = (id: string, kind: string, more: object = {}) => ({
    id,
    kind,
    url: upstream.url,
    key: 'the-key-of-it',
    models: [{ id: `${id}-m`, ...more }],
  })
  const file = JSON.stringify({
    providers: [
      provider('claude', 'anthropic'),
      { ...provider('older', 'anthropic'), url: `${upstream.url}/old` },
      provider('google', 'gemini'),
      provider('text', 'openai-compatible', { dialect: 'hermes' }),
    ],
  })
  server = await startServer({ config: { ...readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), port: 0 } })
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const client = () => new Anthropic({ baseURL: server.url, apiKey: 'none', maxRetries: 0 })
const count = async (model: string, more: object = {}, content = 'How long is this?') => {
  const counted = client().messages.countTokens({ model, messages: [{ role: 'user', content }], ...more })
  const { data, response } = await counted.withResponse()
  return { tokens: data.input_tokens, said: response.headers.get('x-parley-usage') }
}
const tools = [
  { name: 'get_weather', description: 'The weather', input_schema: { type: 'object' as const, properties: { city: {} } } },
]

test('tokens are counted by the server that will read them, where it counts', async () => {
  expect(await count('claude-m', { tools })).toEqual({ tokens: 4711, said: 'counted' })
  expect(asked.at(-1)).toBe('/v1/messages/count_tokens the-key-of-it')
  expect(JSON.parse(upstream.bodies.at(-1)!)).toEqual({
    model: 'claude-m',
    messages: [{ role: 'user', content: 'How long is this?' }],
    tools,
  })
  expect(await count('google-m')).toEqual({ tokens: 77, said: 'counted' })
  expect(asked.at(-1)).toBe('/v1/models/google-m:countTokens the-key-of-it')
})

test.each(['older-m', 'text-m'])(
  'tokens of %s, whose server does not count, are estimated, and the header says so',
  async (model) => {
    const before = upstream.bodies.length
    const short = await count(model)
    expect(short.said).toBe('estimated')
    expect(short.tokens).toBeGreaterThan(4)
    expect(short.tokens).toBeLessThan(20)
    const long = await count(model, {}, 'word '.repeat(4000))
    expect(long.tokens).toBeGreaterThan(4000)
    expect(long.tokens).toBeLessThan(6000)
    expect(upstream.bodies.length - before).toBe(model === 'text-m' ? 0 : 2)
  },
)

test('the lesson that a text model is taught counts, because it is read', async () => {
  const without = await count('text-m')
  expect((await count('text-m', { tools })).tokens - without.tokens).toBeGreaterThan(100)
})

test('Chinese is not counted as if it were English', async () => {
  const { tokens } = await count('text-m', {}, '请把这个文件读给我听'.repeat(100))
  expect(tokens).toBeGreaterThan(700)
})

test('who cannot be counted is told why, in the words of the vendor and without the key', async () => {
  await expect(count('claude-m', {}, 'refuse me')).rejects.toMatchObject({
    status: 403,
    error: { error: { type: 'permission_error', message: expect.not.stringContaining('the-key-of-it') } },
  })
  await expect(count('nobody')).rejects.toMatchObject({ status: 404, error: { type: 'error' } })
})
