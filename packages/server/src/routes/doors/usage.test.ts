import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type RunningServer, startServer } from '../../hosts/node.ts'
import { chunk, DONE } from '../../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../../testing/upstream.ts'

let upstream: Upstream
let server: RunningServer

const COUNTED = 'data: {"choices":[],"usage":{"prompt_tokens":4711,"completion_tokens":42}}\n\n'
const CALL = '<tool_call>{"name": "f", "arguments": {}}</tool_call>'
const ANTHROPIC = [
  {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      usage: { input_tokens: 4711, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Good day.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 42 } },
  { type: 'message_stop' },
]

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response, request, body) => {
    if (request.url?.endsWith('/messages'))
      stream(response, ...ANTHROPIC.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
    else if (body.includes('"counts"'))
      stream(response, chunk({ content: 'Good day.' }), chunk({}, 'stop'), COUNTED, 'data: [DONE]\n\n')
    else if (body.includes('call twice')) stream(response, chunk({ content: CALL }), chunk({ content: CALL }), DONE)
    else stream(response, chunk({ content: 'word '.repeat(80) }), DONE)
    response.end()
  })
  const models = [
    { id: 'silent', dialect: 'native' },
    { id: 'taught', dialect: 'hermes' },
    { id: 'counts', dialect: 'native' },
  ]
  const file = JSON.stringify({
    providers: [
      { id: 'lab', kind: 'openai-compatible', url: upstream.url, models },
      { id: 'claude', kind: 'anthropic', url: upstream.url, models: ['claude'] },
    ],
  })
  server = await startServer({ config: { ...readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), port: 0 } })
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const anthropic = () => new Anthropic({ baseURL: server.url, apiKey: 'none', maxRetries: 0 })
const openai = () => new OpenAI({ baseURL: `${server.url}v1`, apiKey: 'none', maxRetries: 0 })
const content = 'word '.repeat(400)
const messages = [{ role: 'user' as const, content }]
const post = async (path: string, body: object): Promise<string> =>
  await (await fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) })).text()

const near = (least: number, most: number) =>
  expect.toSatisfy((value: number) => value > least && value < most, `${least} to ${most}`)
const READ = near(400, 700)
const WRITTEN = near(80, 130)

describe('a model whose server tells no usage has it estimated, and marked', () => {
  test('at the door of OpenAI’s chat', async () => {
    const usage = { prompt_tokens: READ, completion_tokens: WRITTEN, estimated: true }
    expect((await openai().chat.completions.create({ model: 'silent', messages })).usage).toMatchObject(usage)
    const streamed = await openai().chat.completions.create({
      model: 'silent',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    let last: unknown
    for await (const piece of streamed) last = piece.usage ?? last
    expect(last).toMatchObject(usage)
  })

  test('at the door of Responses', async () => {
    const usage = { input_tokens: READ, output_tokens: WRITTEN, estimated: true }
    expect((await openai().responses.create({ model: 'silent', input: content })).usage).toMatchObject(usage)
    const runner = openai().responses.stream({ model: 'silent', input: content })
    expect((await runner.finalResponse()).usage).toMatchObject(usage)
  })

  test('at Anthropic’s door, where a stream begins with the length of the prompt', async () => {
    const usage = { input_tokens: READ, output_tokens: WRITTEN, estimated: true }
    expect((await anthropic().messages.create({ model: 'silent', max_tokens: 99, messages })).usage).toMatchObject(usage)
    const streamed = await anthropic().messages.create({ model: 'silent', max_tokens: 99, messages, stream: true })
    const told: unknown[] = []
    for await (const event of streamed) {
      if (event.type === 'message_start') told.push(event.message.usage)
      if (event.type === 'message_delta') told.push(event.usage)
    }
    expect(told).toMatchObject([{ input_tokens: READ, output_tokens: 0, estimated: true }, usage])
  })

  test('at the doors of Gemini and of Ollama', async () => {
    const usage = { promptTokenCount: READ, candidatesTokenCount: WRITTEN, estimated: true }
    const contents = [{ parts: [{ text: content }] }]
    expect(JSON.parse(await post('v1beta/models/silent:generateContent', { contents }))).toMatchObject({ usageMetadata: usage })
    expect(JSON.parse(await post('v1beta/models/silent:streamGenerateContent', { contents })).at(-1)).toMatchObject({
      usageMetadata: usage,
    })
    const counts = { prompt_eval_count: READ, eval_count: WRITTEN, estimated: true }
    const lines = (await post('ollama/api/chat', { model: 'silent', messages })).trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1)!)).toMatchObject(counts)
  })

  test('with the lesson that a taught model reads', async () => {
    const tools = [{ name: 'f', description: 'does f', input_schema: { type: 'object' as const } }]
    const asked = { model: 'taught', max_tokens: 99, messages }
    const plain = await anthropic().messages.create(asked)
    const { usage } = await anthropic().messages.create({ ...asked, tools })
    expect(usage).toMatchObject({ estimated: true })
    expect(usage.input_tokens - plain.usage.input_tokens).toBeGreaterThan(60)
  })

  test('also where an answer is ended behind its first call, before its server could have told', async () => {
    const tools = [{ name: 'f', description: 'does f', input_schema: { type: 'object' as const } }]
    const tool_choice = { type: 'auto' as const, disable_parallel_tool_use: true }
    const call = [{ role: 'user' as const, content: `call twice ${content}` }]
    const answer = await anthropic().messages.create({ model: 'taught', max_tokens: 99, messages: call, tools, tool_choice })
    expect(answer.content.filter(({ type }) => type === 'tool_use')).toHaveLength(1)
    expect(answer.usage).toMatchObject({ input_tokens: near(400, 900), output_tokens: near(5, 60), estimated: true })
  })
})

test('what a server counts is told as it is, from the first event on where it says so', async () => {
  const { usage } = await openai().chat.completions.create({ model: 'counts', messages })
  expect(usage).toEqual({ prompt_tokens: 4711, completion_tokens: 42, total_tokens: 4753 })
  const streamed = await anthropic().messages.create({ model: 'claude', max_tokens: 99, messages, stream: true })
  for await (const event of streamed) {
    if (event.type === 'message_start') expect(event.message.usage).toEqual({ input_tokens: 4711, output_tokens: 0 })
    if (event.type === 'message_delta') expect(event.usage).toEqual({ input_tokens: 4711, output_tokens: 42 })
  }
})
