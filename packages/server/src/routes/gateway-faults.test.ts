import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { type Behaviour, startUpstream, stream, type Upstream } from '../testing/upstream.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  upstream = await startUpstream()
  const file = JSON.stringify({
    providers: [
      {
        id: 'up',
        label: 'Up',
        kind: 'openai-compatible',
        url: upstream.url,
        key: 'sk-of-the-server',
        models: [
          { id: 'text', dialect: 'hermes' },
          { id: 'native', dialect: 'native' },
        ],
      },
    ],
    limits: { firstTokenMs: 400, nextTokenMs: 400 },
  })
  app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }))
})
afterAll(() => upstream.close())

const parameters = { type: 'object', properties: { content: { type: 'string' } } }
const spec = { name: 'write_file', description: 'Writes.', parameters }

interface Door {
  readonly path: string
  readonly body: (model: string) => object
  /** What only stands in an answer that came to its end. */
  readonly done: RegExp
  readonly failed: RegExp
  /** Its clients repeat whatever is not 400: Codex asked six times with a wrong key. */
  readonly repeatsRefusals?: true
  /** What tells a client that a call is over and may be run. */
  readonly callDone: RegExp
}

const DOORS: readonly Door[] = [
  {
    path: '/v1/chat/completions',
    body: (model) => ({
      model,
      messages: [{ role: 'user', content: 'hi' }],
      tools: [{ type: 'function', function: spec }],
    }),
    done: /\[DONE\]|"finish_reason":"/,
    failed: /^data: \{"error":\{"message":"/m,
    callDone: /must not run/,
  },
  {
    path: '/v1/responses',
    repeatsRefusals: true,
    body: (model) => ({ model, input: 'hi', tools: [{ type: 'function', ...spec }] }),
    done: /response\.completed|"usage":\{"input_tokens"/,
    failed: /^data: \{"type":"response\.failed".*"error":\{"code":"[a-z_]+","message":"/m,
    callDone: /function_call_arguments\.done/,
  },
  {
    path: '/v1/messages',
    body: (model) => ({
      model,
      max_tokens: 99,
      messages: [{ role: 'user', content: 'hi' }],
      tools: [{ name: spec.name, description: spec.description, input_schema: parameters }],
    }),
    done: /message_stop|"stop_reason":"/,
    failed: /^event: error\ndata: \{"type":"error","error":\{"type":"/m,
    callDone: /"content_block_stop","index":1/,
  },
]

const ask = (door: Door, model: string, more: object) =>
  app.request(door.path, { method: 'POST', body: JSON.stringify({ ...door.body(model), ...more }) })

const status =
  (code: number, body: object, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
const said = (message: string, more: object = {}) => ({ error: { message, ...more } })

/** What the model server did, the status a client sees, and words that must be in its error. */
const REFUSALS: readonly [string, Behaviour, number, RegExp][] = [
  ['a wrong key', status(401, said('Incorrect API key')), 403, /key that this server has for it/],
  ['a key that may not', status(403, said('Not yours')), 403, /key that this server has for it/],
  ['a refused request', status(400, said('no such parameter')), 400, /no such parameter/],
  ['a model that is not there', status(404, said('no such model')), 400, /no such model/],
  ['a full context, OpenAI', status(400, said('too long', { code: 'context_length_exceeded' })), 400, /context/],
  ['a full context, llama.cpp', status(400, said('no', { type: 'exceed_context_size_error' })), 400, /context/],
  ['a full context, vLLM', status(400, said("This model's maximum context length is 4096 tokens.")), 400, /context/],
  ['a full context, Anthropic', status(400, said('prompt is too long: 9 tokens > 8 maximum')), 400, /context/],
  ['a full context, an old llama.cpp', status(500, said('the request exceeds the available context size')), 400, /context/],
  ['no money', status(429, said('pay', { code: 'insufficient_quota' })), 429, /pay/],
  ['a page', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hi</p>'), 424, /text\/html/],
]
const PASSING: readonly [string, Behaviour, number, RegExp][] = [
  ['a limit', status(429, said('slow down'), { 'retry-after': '7' }), 429, /slow down/],
  ['a failure', status(500, said('boom')), 503, /boom/],
  ['silence', () => undefined, 504, /nothing for 400 milliseconds.*limits\.firstTokenMs/],
  ['a closed door', (response) => void response.destroy(), 503, /closed the connection before it answered/],
]

describe.each(DOORS)('$path', (door) => {
  test.each([...REFUSALS, ...PASSING])('%s keeps its kind, streaming and not', async (_, behaviour, code, words) => {
    upstream.behave(behaviour)
    for (const more of [{}, { stream: true }]) {
      const response = await ask(door, 'native', more)
      const text = await response.text()
      expect(response.status, text).toBe(door.repeatsRefusals && (code === 403 || code === 424) ? 400 : code)
      expect(text).toMatch(words)
      expect(text).not.toMatch(door.done)
    }
  })

  test('a full context is said in the words that its clients look for', async () => {
    upstream.behave(status(400, said('too long', { code: 'context_length_exceeded' })))
    const text = await (await ask(door, 'native', {})).text()
    expect(text).toMatch(door.path === '/v1/messages' ? /"message":"prompt is too long: / : /"code":"context_length_exceeded"/)
  })

  test('a limit says when to come back', async () => {
    upstream.behave(status(429, said('slow down'), { 'retry-after': '7' }))
    expect((await ask(door, 'native', {})).headers.get('retry-after')).toBe('7')
  })

  const HALF = '<tool_call>{"name": "write_file", "arguments": {"content": "hal'
  const call = { index: 0, id: 'c', function: { name: 'write_file', arguments: '{"content": "hal' } }
  const begun = (model: string) => [
    chunk({ content: 'Hello. ' }),
    model === 'text' ? chunk({ content: HALF }) : chunk({ tool_calls: [call] }),
  ]
  const DEATHS: readonly [string, (response: Parameters<Behaviour>[0]) => void, RegExp][] = [
    ['a death', (response) => void setTimeout(() => response.destroy(), 30), /broke in the middle of its answer/],
    ['an end without a word', (response) => void response.end(), /ended the stream in the middle/],
    ['a stall', () => undefined, /nothing for 400 milliseconds.*limits\.nextTokenMs/],
    ['an error', (response) => void response.end(`data: ${JSON.stringify(said('cache full'))}\n\n`), /cache full/],
  ]
  for (const model of ['text', 'native']) {
    test.each(DEATHS)(`%s inside a call of a ${model} model is an error, and never looks finished`, async (_, die, words) => {
      upstream.behave((response) => {
        stream(response, ...begun(model))
        die(response)
      })
      const streamed = await (await ask(door, model, { stream: true })).text()
      expect(streamed).toContain('Hello')
      expect(streamed).toMatch(door.failed)
      expect(streamed).toMatch(words)
      expect(streamed).not.toMatch(door.done)
      expect(streamed).not.toMatch(door.callDone)
      const whole = await ask(door, model, {})
      expect(whole.status).toBeGreaterThanOrEqual(500)
      expect(await whole.text()).toMatch(words)
    })
  }
})

const fetch = async (url: unknown, init?: RequestInit) => await app.request(url instanceof Request ? url : String(url), init)

const openai = () => new OpenAI({ baseURL: 'http://localhost/v1', apiKey: 'none', fetch })

describe('what would fail again is asked once', () => {
  const messages = [{ role: 'user' as const, content: 'hi' }]
  const clients: readonly [string, () => Promise<unknown>][] = [
    ['openai, chat', async () => await openai().chat.completions.create({ model: 'native', messages })],
    ['openai, Responses', async () => await openai().responses.create({ model: 'native', input: 'hi' })],
    [
      '@anthropic-ai/sdk',
      async () =>
        await new Anthropic({ baseURL: 'http://localhost', apiKey: 'none', fetch }).messages.create({
          model: 'native',
          max_tokens: 9,
          messages,
        }),
    ],
    [
      'the AI SDK',
      async () => {
        const provider = createOpenAICompatible({ name: 'parley', baseURL: 'http://localhost/v1', fetch })
        return await generateText({ model: provider('native'), messages })
      },
    ],
  ]
  test.each(clients)('by %s', async (_, askClient) => {
    for (const [name, behaviour] of REFUSALS.filter(([, , code]) => code !== 429)) {
      upstream.behave(behaviour)
      const before = upstream.bodies.length
      await expect(askClient(), name).rejects.toThrow()
      expect(upstream.bodies.length - before, name).toBe(1)
    }
  })
})

test('an answer that comes to its end has the marks that the table looks for', async () => {
  upstream.behave((response) => {
    stream(response, chunk({ content: 'Hello' }), DONE)
    response.end()
  })
  for (const door of DOORS)
    for (const more of [{}, { stream: true }]) expect(await (await ask(door, 'native', more)).text()).toMatch(door.done)
})
