import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { DefaultChatTransport, isStepCount, readUIMessageStream, streamText, tool, type UIMessage } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { type RunningServer, startServer } from './node.ts'

let upstream: Upstream
let server: RunningServer

const INPUT = '{"city": "Oslo"}'
const IN_TEXT = `Let me look.\n<tool_call>\n{"name": "get_weather", "arguments": ${INPUT}}\n</tool_call>`
const ANSWER = 'It is 5 degrees in Oslo. 🙂'
const pieces = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size))

/** `text` only writes text; `native` answers with tool calls. Both call first, and answer once they have seen a result. */
function script(body: string): readonly string[] {
  if (body.includes('5 degrees')) return pieces(ANSWER, 4).map((content) => chunk({ content }))
  if (body.includes('"model":"text"')) return pieces(IN_TEXT, 5).map((content) => chunk({ content }))
  const opened = chunk({
    tool_calls: [{ index: 0, id: 'call_up', type: 'function', function: { name: 'get_weather', arguments: '' } }],
  })
  return [
    chunk({ content: 'Let me look.' }),
    opened,
    ...pieces(INPUT, 3).map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
  ]
}

/** What comes in one read is handed on as one delta; a model takes longer than that between two tokens. */
const nextRead = () => new Promise((resolve) => setTimeout(resolve, 2))

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave(async (response, _, body) => {
    if (body.includes('refuse me')) {
      response.writeHead(400, { 'content-type': 'application/json' })
      return void response.end('{"error":{"message":"too long"}}')
    }
    stream(response)
    for (const event of script(body)) {
      response.write(event)
      await nextRead()
    }
    response.end(
      body.includes('5 degrees') ? DONE : DONE.replace('"stop"', body.includes('"model":"text"') ? '"stop"' : '"tool_calls"'),
    )
  })
  const provider = (id: string, dialect: string) => ({
    id,
    kind: 'openai-compatible',
    url: upstream.url,
    models: [{ id, dialect }],
  })
  const file = JSON.stringify({
    providers: [provider('text', 'hermes'), provider('native', 'native')],
    token: 'a-token-for-clients',
  })
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no' }, file })
  server = await startServer({ config: { ...config, port: 0 } })
})

afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const root = () => server.url.replace(/\?.*/, '')
const openai = () => new OpenAI({ baseURL: `${root()}v1`, apiKey: 'a-token-for-clients', maxRetries: 0 })
const anthropic = () => new Anthropic({ baseURL: root(), apiKey: 'a-token-for-clients', maxRetries: 0 })
const parameters = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] }
const RESULT = '{"city":"Oslo","weather":"5 degrees"}'

describe.each(['text', 'native'])('a %s model', (model) => {
  describe('through the openai package', () => {
    const tools = [{ type: 'function' as const, function: { name: 'get_weather', description: 'Weather', parameters } }]
    const question = { role: 'user' as const, content: 'Weather in Oslo?' }

    test('chat, not streaming', async () => {
      const first = await openai().chat.completions.create({ model, messages: [question], tools })
      const message = first.choices[0]!.message
      expect(first.choices[0]!.finish_reason).toBe('tool_calls')
      expect(message.tool_calls).toMatchObject([{ type: 'function', function: { name: 'get_weather' } }])
      const [call] = message.tool_calls!
      if (call?.type !== 'function') throw new Error('not a function call')
      expect(JSON.parse(call.function.arguments)).toEqual({ city: 'Oslo' })
      const second = await openai().chat.completions.create({
        model,
        tools,
        messages: [question, message, { role: 'tool', tool_call_id: call.id, content: RESULT }],
      })
      expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: ANSWER } })
    })

    test('chat, streaming with accumulated calls', async () => {
      const deltas: string[] = []
      const runner = openai().chat.completions.stream({
        model,
        messages: [question],
        tools,
        stream_options: { include_usage: true },
      })
      runner.on('tool_calls.function.arguments.delta', ({ arguments_delta }) => deltas.push(arguments_delta))
      const { choices } = await runner.finalChatCompletion()
      expect(choices[0]!.message.tool_calls).toMatchObject([{ function: { name: 'get_weather' } }])
      expect(JSON.parse(deltas.join(''))).toEqual({ city: 'Oslo' })
      expect(deltas.length).toBeGreaterThan(2)
    })

    test('Responses, streaming and not', async () => {
      const named = [{ type: 'function' as const, name: 'get_weather', description: 'Weather', parameters, strict: false }]
      const first = await openai().responses.create({ model, input: 'Weather in Oslo?', tools: named })
      const call = first.output.find((item) => item.type === 'function_call')
      expect(JSON.parse(call!.arguments)).toEqual({ city: 'Oslo' })
      const types = new Set<string>()
      const runner = openai().responses.stream({
        model,
        tools: named,
        input: [
          { role: 'user', content: 'Weather in Oslo?' },
          { type: 'function_call', call_id: call!.call_id, name: call!.name, arguments: call!.arguments },
          { type: 'function_call_output', call_id: call!.call_id, output: RESULT },
        ],
      })
      for await (const event of runner) types.add(event.type)
      const final = await runner.finalResponse()
      expect(final.output_text).toBe(ANSWER)
      expect(types).toContain('response.output_text.delta')
      expect(types).toContain('response.completed')
    })

    test('tool_choice none offers no tool, and errors keep the shape of the vendor', async () => {
      await openai().chat.completions.create({ model, messages: [question], tools, tool_choice: 'none' })
      const sent = upstream.bodies.at(-1) ?? ''
      expect(model === 'text' ? sent.includes('get_weather') : sent.includes('"tool_choice":"none"')).toBe(model === 'native')
      await expect(openai().chat.completions.create({ model: 'gone', messages: [question] })).rejects.toMatchObject({
        status: 404,
        code: 'request/unknown-model',
      })
      await expect(
        openai().chat.completions.create({ model, messages: [question], tools: [{ type: 'function' }] as never }),
      ).rejects.toMatchObject({ status: 400, param: 'tools[0].function' })
      await expect(new OpenAI({ baseURL: `${root()}v1`, apiKey: 'wrong', maxRetries: 0 }).models.list()).rejects.toMatchObject({
        status: 401,
      })
      expect((await openai().models.list()).data.map(({ id }) => id)).toContain(model)
    })
  })

  describe('through @anthropic-ai/sdk', () => {
    const tools = [{ name: 'get_weather', description: 'Weather', input_schema: parameters }]
    const question = { role: 'user' as const, content: 'Weather in Oslo?' }

    test('not streaming, and the result back', async () => {
      const first = await anthropic().messages.create({ model, max_tokens: 100, messages: [question], tools })
      expect(first.stop_reason).toBe('tool_use')
      const use = first.content.find((block) => block.type === 'tool_use')
      expect(use).toMatchObject({ name: 'get_weather', input: { city: 'Oslo' } })
      const results = [{ type: 'tool_result' as const, tool_use_id: use!.id, content: RESULT }]
      const second = await anthropic().messages.create({
        model,
        max_tokens: 100,
        tools,
        messages: [question, { role: 'assistant', content: first.content }, { role: 'user', content: results }],
      })
      expect(second.content).toMatchObject([{ type: 'text', text: ANSWER }])
    })

    test('streaming', async () => {
      const deltas: string[] = []
      const runner = anthropic().messages.stream({ model, max_tokens: 100, messages: [question], tools })
      runner.on('inputJson', (delta) => deltas.push(delta))
      const message = await runner.finalMessage()
      expect(message.content.at(-1)).toMatchObject({ type: 'tool_use', input: { city: 'Oslo' } })
      expect(JSON.parse(deltas.join(''))).toEqual({ city: 'Oslo' })
      await expect(anthropic().messages.create({ model: 'gone', max_tokens: 1, messages: [question] })).rejects.toMatchObject({
        status: 404,
        error: { type: 'error' },
      })
    })
  })

  test('the toolRunner of @anthropic-ai/sdk sends the whole conversation, because there are no threads here', async () => {
    const weather = betaTool({
      name: 'get_weather',
      description: 'Weather',
      inputSchema: parameters as never,
      run: async () => RESULT,
    })
    const question = { role: 'user' as const, content: 'Weather in Oslo?' }
    const final = await anthropic().beta.messages.toolRunner({ model, max_tokens: 100, messages: [question], tools: [weather] })
    expect(final.content).toMatchObject([{ type: 'text', text: ANSWER }])
    expect(upstream.bodies.at(-1)).toContain('Weather in Oslo?')
    const refused = anthropic().beta.messages.create({
      model,
      max_tokens: 9,
      messages: [question],
      thread: { type: 'continue', previous_message_id: 'msg_1' },
    } as never)
    await expect(refused).rejects.toMatchObject({
      status: 400,
      error: { error: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } } },
    })
  })

  describe('through the ai package', () => {
    const weather = tool({
      description: 'Weather',
      inputSchema: z.object({ city: z.string() }),
      execute: async () => ({ weather: '5 degrees' }),
    })

    test('streamText against the gateway', async () => {
      const provider = createOpenAICompatible({ name: 'parley', baseURL: `${root()}v1`, apiKey: 'a-token-for-clients' })
      const result = streamText({
        model: provider(model),
        prompt: 'Weather in Oslo?',
        tools: { get_weather: weather },
        stopWhen: isStepCount(3),
      })
      expect(await result.text).toContain(ANSWER)
      expect((await result.steps)[0]?.toolCalls).toMatchObject([{ toolName: 'get_weather', input: { city: 'Oslo' } }])
    })

    test("useChat's transport against /api/chat, with a page tool", async () => {
      const transport = new DefaultChatTransport<UIMessage>({
        api: `${root()}api/chat`,
        headers: { authorization: 'Bearer a-token-for-clients' },
        body: { tools: { get_weather: { description: 'Weather', parameters } }, config: { model } },
      })
      const send = async (messages: UIMessage[]) => {
        const chunks = await transport.sendMessages({
          trigger: 'submit-message',
          chatId: 'c',
          messageId: undefined,
          messages,
          abortSignal: undefined,
        })
        const last = messages.at(-1)
        let message: UIMessage | undefined
        for await (const next of readUIMessageStream({ stream: chunks, ...(last?.role === 'assistant' && { message: last }) }))
          message = next
        return message!
      }
      const question: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Weather in Oslo?' }] }
      const called = await send([question])
      const part = called.parts.find(({ type }) => type === 'tool-get_weather')
      expect(part).toMatchObject({ state: 'input-available', input: { city: 'Oslo' } })
      const answered = {
        ...called,
        parts: called.parts.map((one) =>
          one === part ? { ...one, state: 'output-available', output: { weather: '5 degrees' } } : one,
        ),
      } as UIMessage
      const final = await send([question, answered])
      expect(final.id).toBe(called.id)
      expect(final.parts.at(-1)).toMatchObject({ type: 'text', text: ANSWER })
    })
  })
})

test("what would fail again is not repeated by the vendors' clients, which repeat by themselves", async () => {
  const messages = [{ role: 'user' as const, content: 'refuse me' }]
  const { bodies } = upstream
  const patient = { apiKey: 'a-token-for-clients', maxRetries: 2 }
  for (const ask of [
    () => new OpenAI({ ...patient, baseURL: `${root()}v1` }).chat.completions.create({ model: 'native', messages }),
    () => new Anthropic({ ...patient, baseURL: root() }).messages.create({ model: 'native', max_tokens: 9, messages }),
  ]) {
    const before = bodies.length
    await expect(ask()).rejects.toThrow(/too long/)
    expect(bodies.length - before).toBe(1)
  }
})
