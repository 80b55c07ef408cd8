import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { collectMessage } from '@parley/dialects'
import { createEventReader } from '@parley/dialects/wire'
import { DefaultChatTransport, readUIMessageStream, streamText } from 'ai'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { type Behaviour, startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { type RunningServer, startServer } from './node.ts'

/** A model that says nothing until its client has heard that somebody is there. */
let upstream: Upstream
let server: RunningServer
let heard: () => void
let beats = 0

const configOf = (limits: object) => {
  const models = [{ id: 'slow', dialect: 'native' }]
  const providers = [{ id: 'up', kind: 'openai-compatible', label: 'Slow', url: upstream.url, models }]
  const file = JSON.stringify({ providers, limits })
  return { ...readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DATA: '/nonexistent' }, file }), port: 0 }
}

beforeAll(async () => {
  upstream = await startUpstream()
  server = await startServer({ config: configOf({ statusMs: 20, beatMs: 20 }) })
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

let waited: Promise<void>
beforeEach(() => {
  beats = 0
  waited = new Promise((resolve) => {
    heard = resolve
  })
})
afterEach(() => heard())

const after =
  (behaviour: Behaviour): Behaviour =>
  async (...args) => {
    await waited
    await behaviour(...args)
  }
const answers = after((response) => {
  stream(response, chunk({ content: 'Here I am.' }), DONE)
  response.end()
})

/** The platform's fetch, and who counts the comments that come through it. Three are more than a head. */
const counting: typeof fetch = async (...args) => {
  const response = await fetch(...args)
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      beats += new TextDecoder().decode(piece).split(/^: waiting\n\n/m).length - 1
      if (beats >= 3) heard()
      controller.enqueue(piece)
    },
  })
  return new Response(response.body?.pipeThrough(count), { status: response.status, headers: response.headers })
}

const openai = () => new OpenAI({ baseURL: `${server.address}v1`, apiKey: 'none', maxRetries: 0, fetch: counting })
const anthropic = () => new Anthropic({ baseURL: server.address, apiKey: 'none', maxRetries: 0, fetch: counting })
const messages = [{ role: 'user' as const, content: 'hi' }]

const CLIENTS: Readonly<Record<string, () => Promise<string>>> = {
  async 'the OpenAI client'() {
    let said = ''
    for await (const event of await openai().chat.completions.create({ model: 'slow', messages, stream: true }))
      said += event.choices[0]?.delta.content ?? ''
    return said
  },
  async 'the OpenAI client at Responses'() {
    let said = ''
    for await (const event of await openai().responses.create({ model: 'slow', input: 'hi', stream: true }))
      if (event.type === 'response.output_text.delta') said += event.delta
      else if (event.type === 'response.failed') throw new Error(event.response.error?.message)
    return said
  },
  async 'the Anthropic client'() {
    const answer = await anthropic().messages.stream({ model: 'slow', max_tokens: 9, messages }).finalMessage()
    return answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  },
  async 'the AI SDK'() {
    const provider = createOpenAICompatible({ name: 'parley', baseURL: `${server.address}v1`, fetch: counting })
    let failure: unknown
    const onError = ({ error }: { readonly error: unknown }) => {
      failure = error
    }
    const { textStream } = streamText({ model: provider('slow'), prompt: 'hi', maxRetries: 0, onError })
    let said = ''
    for await (const text of textStream) said += text
    if (failure !== undefined) throw failure
    return said
  },
  async 'the AI SDK of a page'() {
    const transport = new DefaultChatTransport({
      api: `${server.address}api/chat`,
      body: { config: { model: 'slow' } },
      fetch: counting,
    })
    const chunks = await transport.sendMessages({
      trigger: 'submit-message',
      chatId: 'c',
      messageId: undefined,
      messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
      abortSignal: undefined,
    })
    let said = ''
    for await (const message of readUIMessageStream({ stream: chunks, terminateOnError: true }))
      said = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    return said
  },
  async 'our own page'() {
    const question = { role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }
    const body = JSON.stringify({ model: 'slow', messages: [question] })
    const response = await counting(`${server.address}api/respond`, { method: 'POST', body })
    const reader = createEventReader()
    const events = [...reader.push(await response.text()), ...reader.end()]
    const { message, fault } = collectMessage(events)
    if (fault) throw new Error(fault.message)
    return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  },
}

describe.each(Object.entries(CLIENTS))('%s', (_, ask) => {
  test('passes over the beats of a model that takes long, and gets its answer', async () => {
    upstream.behave(answers)
    expect(await ask()).toBe('Here I am.')
    expect(beats).toBeGreaterThanOrEqual(3)
  })

  test('is told by an event of its own format what went wrong after the head', async () => {
    upstream.behave(
      after((response) => {
        response.writeHead(401, { 'content-type': 'application/json' })
        response.end('{"error":{"message":"No such key here."}}')
      }),
    )
    await expect(ask()).rejects.toThrow(/No such key here/)
  })

  test('is told that a server died, and not that it cannot be reached', async () => {
    upstream.behave(after((response) => void response.destroy()))
    await expect(ask()).rejects.toThrow(/Slow closed the connection before it answered/)
  })
})

test('a failure that comes soon is a status', async () => {
  upstream.behave((response) => void response.destroy())
  const app = createApp(configOf({}))
  const body = JSON.stringify({ model: 'slow', messages, stream: true })
  const response = await app.request('/v1/chat/completions', { method: 'POST', body })
  expect(response.status).toBe(503)
  expect(await response.text()).toMatch(/Slow closed the connection/)
})

test('a host without a socket of its own beats as well', async () => {
  upstream.behave(answers)
  const app = createApp(configOf({ statusMs: 1, beatMs: 1 }))
  const body = JSON.stringify({ model: 'slow', messages, stream: true })
  const response = await app.request('/v1/chat/completions', { method: 'POST', body })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  expect(first?.value).toBe(': waiting\n\n')
  heard()
  let rest = ''
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) rest += piece.value
  expect(rest).toContain('Here I am.')
})

test('a comment of the server is not its first word: the patience for that still counts, and the message names it', async () => {
  upstream.behave((response) => stream(response, ': working\n\n'))
  const app = createApp(configOf({ firstTokenMs: 300, nextTokenMs: 60_000 }))
  const response = await app.request('/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'slow', messages }),
  })
  expect(response.status).toBe(504)
  expect(await response.text()).toContain('limits.firstTokenMs in parley.config.json')
})
