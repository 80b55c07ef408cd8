import { isJsonObject, type JsonObject } from '@parley/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type RunningServer, startServer } from '../../hosts/node.ts'
import { chunk, DONE } from '../../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../../testing/upstream.ts'

let upstream: Upstream
let server: RunningServer
let die = () => {}

const CALL = 'Let me look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response, _, body) => {
    if (body.includes('wrong key')) return void response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
    if (body.includes('die now')) {
      stream(response, chunk({ content: 'I am' }))
      die = () => response.destroy()
      return
    }
    const text = body.includes('5 degrees')
      ? '<think>Cold.</think>It is 5 degrees.'
      : body.includes('Weather')
        ? CALL
        : 'Good day.'
    stream(response, chunk({ content: text.slice(0, 9) }), chunk({ content: text.slice(9) }), DONE)
    response.end()
  })
  const models = [{ id: 'text', dialect: 'hermes', reasoning: true }]
  const file = JSON.stringify({
    aliases: { llama: 'text' },
    providers: [{ id: 'lab', kind: 'openai-compatible', url: upstream.url, models }],
  })
  server = await startServer({ config: { ...readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), port: 0 } })
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const get = async (path: string) => await (await fetch(`${server.url}ollama${path}`)).json()
const post = async (path: string, body: object) =>
  await fetch(`${server.url}ollama/api/${path}`, { method: 'POST', body: JSON.stringify({ model: 'text', ...body }) })
const lines = async (response: Response): Promise<readonly JsonObject[]> => {
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  const read = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  return read.filter((line) => isJsonObject(line))
}
const said = (all: readonly JsonObject[], field: string) =>
  all.map(({ message }) => (isJsonObject(message) ? (message[field] ?? '') : '')).join('')
const lastBody = () => JSON.parse(upstream.bodies.at(-1)!)
const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
]
const question = { role: 'user', content: 'Weather in Oslo?' }

describe('a client that only speaks Ollama', () => {
  test('finds the models, aliases included, and what they can do', async () => {
    expect(await get('/api/tags')).toMatchObject({
      models: [{ name: 'text', model: 'text' }, { name: 'demo-scripted' }, { name: 'llama' }],
    })
    expect(await get('/api/version')).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(await (await post('show', {})).json()).toMatchObject({ capabilities: ['completion', 'tools', 'thinking'] })
    expect(await (await fetch(`${server.url}ollama`)).text()).toBe('Ollama is running')
  })

  test('has a text-only model call tools while it streams, sends the result, and gets the answer with its thought apart', async () => {
    const all = await lines(await post('chat', { messages: [question], tools }))
    expect(said(all, 'content')).toContain('Let me look.')
    expect(said(all, 'content')).not.toContain('tool_call')
    const calls = all.flatMap(({ message }) =>
      isJsonObject(message) && Array.isArray(message['tool_calls']) ? message['tool_calls'] : [],
    )
    expect(calls).toEqual([{ id: expect.any(String), function: { name: 'get_weather', arguments: { city: 'Oslo' } } }])
    expect(all.at(-1)).toMatchObject({ model: 'text', done: true, done_reason: 'stop', eval_count: expect.any(Number) })
    const history = [
      question,
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'get_weather', arguments: { city: 'Oslo' } } }] },
      { role: 'tool', tool_name: 'get_weather', content: '5 degrees' },
    ]
    const whole = await (await post('chat', { messages: history, tools, stream: false })).json()
    expect(whole).toMatchObject({ done: true, message: { role: 'assistant', content: 'It is 5 degrees.', thinking: 'Cold.' } })
    expect(JSON.stringify(lastBody().messages)).toContain('5 degrees')
  })

  test('asks with a prompt alone, with options, with a shape and with pictures', async () => {
    const response = await post('generate', {
      prompt: 'Hello',
      system: 'Be kind.',
      stream: false,
      options: { temperature: 0, num_predict: 9, num_ctx: 4096 },
      keep_alive: '5m',
      think: false,
    })
    expect(await response.json()).toMatchObject({ response: 'Good day.', done: true })
    expect(response.headers.get('x-parley-ignored')).toBe('options.num_ctx, keep_alive')
    expect(lastBody()).toMatchObject({
      temperature: 0,
      max_tokens: 9,
      reasoning_effort: 'none',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hello' },
      ],
    })
    const streamed = await lines(await post('generate', { prompt: 'Hello' }))
    expect(streamed.map((line) => line['response']).join('')).toBe('Good day.')
    await post('chat', { stream: false, messages: [{ role: 'user', content: 'What is it?', images: ['iVBORw0KGgo='] }] })
    expect(lastBody().messages.at(-1).content).toContainEqual({
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' },
    })
    const shaped = await (
      await post('chat', { stream: false, messages: [question], format: { type: 'object', required: ['a'] } })
    ).json()
    expect(JSON.stringify(lastBody())).toContain('required')
    expect(shaped).toMatchObject({ done: true })
  })

  test('has a model loaded by asking nothing', async () => {
    const before = upstream.bodies.length
    expect(await (await post('chat', { messages: [] })).json()).toMatchObject({ done: true, done_reason: 'load' })
    expect(await (await post('generate', {})).json()).toMatchObject({ done: true, done_reason: 'load', response: '' })
    expect(upstream.bodies).toHaveLength(before)
  })

  test.each([
    ['chat', { model: 'nobody', messages: [question] }, 404, /`nobody`/],
    ['chat', { messages: [{ role: 'user', content: 'wrong key' }] }, 403, /key/],
    ['chat', { messages: 7 }, 400, /messages/],
    ['generate', { prompt: 'x', raw: true }, 400, /`raw`/],
    ['show', { model: '' }, 400, /`model`/],
    ['pull', {}, 404, /\/ollama/],
  ])('is told in its own form what went wrong: %s %j', async (path, body, status, words) => {
    const response = await post(path, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: expect.stringMatching(words), request_id: expect.any(String) })
  })

  test('is told that an answer died, and never that it is done', async () => {
    const died = await post('chat', { messages: [{ role: 'user', content: 'die now' }] })
    let text = ''
    for await (const piece of died.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      die()
    }
    const all = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(all.at(-1)).toEqual({ error: expect.stringContaining('broke') })
    expect(all.some((line) => line['done'] === true)).toBe(false)
  })
})

test('our own /api/chat still refuses a model beside config, and names the address for Ollama’s clients', async () => {
  const response = await fetch(`${server.url}api/chat`, {
    method: 'POST',
    body: JSON.stringify({ model: 'text', messages: [question] }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ fault: { message: expect.stringContaining('/ollama') } })
})
