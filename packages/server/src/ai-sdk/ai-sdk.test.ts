import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { generateText, isStepCount, Output, streamText, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { PAGE_TOOLS, play } from '../testing/play.ts'
import { aiSdkProvider } from './ai-sdk-provider.ts'
import { dialectMiddleware } from './dialect-middleware.ts'

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}
const finish = (unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage,
})
const text = (words: string, size = 3): LanguageModelV4StreamPart[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: 't' },
  ...(words.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).map(
    (delta): LanguageModelV4StreamPart => ({ type: 'text-delta', id: 't', delta }),
  ),
  { type: 'text-end', id: 't' },
  finish('stop'),
]

/** An SDK model that plays one list of parts after the other, and remembers what it was called with. */
function model(scripts: readonly (readonly LanguageModelV4StreamPart[])[]) {
  const calls: LanguageModelV4CallOptions[] = []
  const left = [...scripts]
  const own = new MockLanguageModelV4({
    modelId: 'mock',
    doStream: async (options) => {
      calls.push(options)
      return {
        stream: simulateReadableStream({ chunks: [...(left.shift() ?? [])], initialDelayInMs: null, chunkDelayInMs: null }),
      }
    },
  })
  return { model: own, calls }
}

const CALL = 'Let me look. <tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
const weather = tool({
  description: 'Weather',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, degrees: 5 }),
})

const speaking = (mock: ReturnType<typeof model>) =>
  wrapLanguageModel({ model: mock.model, middleware: dialectMiddleware({ dialect: 'hermes' }) })

describe('an answer of a certain shape', () => {
  const output = Output.object({ schema: z.object({ degrees: z.number() }) })

  test('comes behind the calls of a model that is taught both, and is asked for again where it was missed', async () => {
    const mock = model([text(CALL), text('It is 5 degrees.'), text('```json\n{"degrees": 5}\n```')])
    const tools = { get_weather: weather }
    const result = await generateText({ model: speaking(mock), prompt: 'Oslo?', tools, output, stopWhen: isStepCount(3) })
    expect(result.output).toEqual({ degrees: 5 })
    expect(mock.calls).toHaveLength(3)
    for (const { responseFormat } of mock.calls) expect(responseFormat).toBeUndefined()
    expect(JSON.stringify(mock.calls[0]?.prompt)).toContain('degrees')
  })

  test('is asked for in the words of the SDK where there are no tools', async () => {
    const mock = model([text('{"degrees": 5}')])
    expect((await generateText({ model: speaking(mock), prompt: 'Oslo?', output })).output).toEqual({ degrees: 5 })
    expect(mock.calls[0]?.responseFormat).toMatchObject({ type: 'json', schema: { properties: { degrees: {} } } })
  })
})

describe('our dialects inside streamText', () => {
  test('a model that only writes text calls tools, step by step, while it streams', async () => {
    const mock = model([text(CALL), text('It is 5 degrees in Oslo.')])
    const wrapped = wrapLanguageModel({ model: mock.model, middleware: dialectMiddleware({ dialect: 'hermes' }) })
    const result = streamText({
      model: wrapped,
      prompt: 'Weather in Oslo?',
      tools: { get_weather: weather },
      stopWhen: isStepCount(3),
    })
    const types: string[] = []
    let deltas = ''
    for await (const part of result.stream) {
      if (types.at(-1) !== part.type) types.push(part.type)
      if (part.type === 'tool-input-delta') deltas += part.delta
    }
    expect(JSON.parse(deltas)).toEqual({ city: 'Oslo' })
    expect(types).toContain('tool-result')
    expect(await result.text).toContain('It is 5 degrees in Oslo.')
    expect(mock.calls).toHaveLength(2)
    expect(mock.calls[0]?.tools).toBeUndefined()
    expect(JSON.stringify(mock.calls[0]?.prompt[0])).toContain('get_weather')
    const told = JSON.stringify(mock.calls[1]?.prompt.at(-1))
    expect(told).toContain('tool_response')
    expect(told).toContain('degrees')
    expect(mock.calls[1]?.prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  })

  test('generateText works too, and text without calls passes through', async () => {
    const mock = model([text(CALL), text('Fine.')])
    const wrapped = wrapLanguageModel({ model: mock.model, middleware: dialectMiddleware({ dialect: 'hermes' }) })
    const result = await generateText({
      model: wrapped,
      prompt: 'Weather?',
      tools: { get_weather: weather },
      stopWhen: isStepCount(3),
    })
    expect(result.steps[0]?.toolCalls).toMatchObject([{ toolName: 'get_weather', input: { city: 'Oslo' } }])
    expect(result.text).toBe('Fine.')
  })

  test('an unknown dialect is refused when it is named', () => {
    expect(() => dialectMiddleware({ dialect: 'klingon' })).toThrow(/There is no dialect `klingon`/)
  })
})

describe('an SDK model as a provider of ours', () => {
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no' } })
  const nativeCall: LanguageModelV4StreamPart[] = [
    { type: 'response-metadata', id: 'r', modelId: 'mock' },
    { type: 'reasoning-start', id: 'r1' },
    { type: 'reasoning-delta', id: 'r1', delta: 'hm' },
    { type: 'reasoning-end', id: 'r1', providerMetadata: { vendor: { signature: 'proof' } } },
    { type: 'tool-input-start', id: 'c1', toolName: 'read_file' },
    { type: 'tool-input-delta', id: 'c1', delta: '{"path":' },
    { type: 'tool-input-delta', id: 'c1', delta: '"/a"}' },
    { type: 'tool-input-end', id: 'c1' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: '{"path":"/a"}' },
    finish('tool-calls'),
  ]

  test('its native calls become ours, and its proofs go back to it', async () => {
    const mock = model([nativeCall, text('It says hello.')])
    const app = createApp(config, { providers: [aiSdkProvider({ id: 'sdk', models: { mock: mock.model } })] })
    const played = await play(app, 'Read /a', { model: 'mock', run: () => ({ content: [{ type: 'text', text: 'hello' }] }) })
    expect(played.calls).toMatchObject([{ id: 'c1', name: 'read_file', input: { path: '/a' } }])
    expect(played.answer).toBe('It says hello.')
    expect(mock.calls[0]?.tools).toHaveLength(PAGE_TOOLS.length)
    expect(mock.calls[1]?.prompt.slice(-2)).toMatchObject([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { vendor: { signature: 'proof' } } },
          { type: 'tool-call', toolCallId: 'c1' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', output: { type: 'text', value: 'hello' } }] },
    ])
  })

  test('in a dialect it calls tools in text', async () => {
    const mock = model([text('<tool_call>{"name": "read_file", "arguments": {"path": "/a"}}</tool_call>'), text('Done.')])
    const app = createApp(config, { providers: [aiSdkProvider({ id: 'sdk', models: { mock: mock.model }, native: false })] })
    const played = await play(app, 'Read /a', {
      model: 'mock',
      dialect: 'hermes',
      run: () => ({ content: [{ type: 'text', text: 'x' }] }),
    })
    expect(played.calls).toMatchObject([{ name: 'read_file', input: { path: '/a' } }])
    expect(mock.calls[0]?.tools).toBeUndefined()
  })

  test('its failures are faults', async () => {
    const broken = new MockLanguageModelV4({ doStream: () => Promise.reject(new Error('no credit')) })
    const app = createApp(config, { providers: [aiSdkProvider({ id: 'sdk', models: { mock: broken } })] })
    const response = await app.request('/api/respond', {
      method: 'POST',
      body: JSON.stringify({ model: 'mock', messages: [{ role: 'user', id: 'u', parts: [] }] }),
    })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('no credit')
  })
})

test('a model of an older AI SDK is refused by name, where its text would vanish', async () => {
  const old = Object.assign(new MockLanguageModelV4(), { specificationVersion: 'v2' })
  const { wrapStream, wrapGenerate } = dialectMiddleware({ dialect: 'hermes' })
  // As `ai` 5 calls it.
  for (const wrap of [wrapStream, wrapGenerate])
    await expect(wrap?.({ model: old, params: { prompt: [] } } as never)).rejects.toThrow(/needs AI SDK 7: .* specification v2/)
})
