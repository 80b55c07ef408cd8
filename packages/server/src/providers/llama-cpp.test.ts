import { collectMessage } from '@parley/dialects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createNodeFetch } from '../hosts/node-fetch.ts'
import { chunk } from '../testing/chunks.ts'
import { respond } from '../testing/play.ts'
import { type Behaviour, startUpstream, stream, type Upstream } from '../testing/upstream.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  upstream = await startUpstream({ gets: true })
})
afterAll(() => upstream.close())
beforeEach(() => {
  const file = JSON.stringify({ providers: [{ id: 'llama', kind: 'llama-cpp', url: upstream.url.replace('/v1', '') }] })
  app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), { fetch: createNodeFetch() })
})

/** A server that does what llama.cpp's was seen to do: says what its template can, and refuses a grammar beside tools. */
function llama(takesTools: boolean, answer: Behaviour): void {
  upstream.behave((response, request, body) => {
    const json = (value: object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (request.url === '/props') return json({ build_info: 'b1', chat_template_caps: { supports_tools: takesTools } })
    if (request.url === '/v1/models') return json({ object: 'list', data: [{ id: 'gguf' }] })
    if (request.url !== '/v1/chat/completions') return json({ error: { message: 'File Not Found' } }, 404)
    const asked = JSON.parse(body)
    if (asked.grammar && asked.tools)
      return json({ error: { code: 400, message: 'Cannot use custom grammar constraints with tools.' } }, 400)
    return answer(response, request, body)
  })
}

const says =
  (...deltas: object[]): Behaviour =>
  (response) => {
    stream(response, ...deltas.map((delta) => chunk(delta)), chunk({}, 'stop'), 'data: [DONE]\n\n')
    response.end()
  }
const calls = (entry: object) => ({ tool_calls: [{ index: 0, ...entry }] })
const tools = [
  { name: 'add', description: 'Adds', parameters: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } },
]
const ask = (more: object = {}) =>
  respond(app, { model: 'gguf', messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }], tools, ...more })
const sent = () => JSON.parse(upstream.bodies.at(-1) ?? '{}')

describe('a template that takes tools', () => {
  test('is spoken to natively: tools are sent, no grammar is, and its pieces of a call are read', async () => {
    const pieces = [
      { role: 'assistant', content: null },
      calls({ id: 'x', type: 'function', function: { name: 'add', arguments: '{' } }),
      calls({ function: { arguments: '"a":' } }),
      calls({ function: { arguments: '1}' } }),
    ]
    llama(true, says(...pieces))
    const { message, reason } = collectMessage(await ask())
    expect(message.parts).toMatchObject([{ type: 'tool-call', name: 'add', input: { a: 1 } }])
    expect(reason).toBe('calls')
    expect(sent()).toMatchObject({ tools: [{ function: { name: 'add' } }] })
    expect(sent()).not.toHaveProperty('grammar')
    expect(await (await app.request('/api/models')).json()).toMatchObject({
      models: expect.arrayContaining([expect.objectContaining({ id: 'gguf', native: true })]),
    })
  })

  test('can be taught a dialect all the same, with its grammar and without tools', async () => {
    llama(true, says({ content: '<tool_call>{"name": "add", "arguments": {"a": 1}}</tool_call>' }))
    expect(collectMessage(await ask({ dialect: 'hermes' })).message.parts).toMatchObject([{ type: 'tool-call', input: { a: 1 } }])
    expect(sent()).toMatchObject({ grammar: expect.stringContaining('root ::=') })
    expect(sent()).not.toHaveProperty('tools')
  })
})

describe('a template that takes no tools', () => {
  const CALL = '{"tool_calls":[{"id":"c","type":"function","function":{"name":"add","arguments":"{\\"a\\":1}"}}]}'

  test('is taught a dialect, with a grammar under which it may talk until a call begins', async () => {
    llama(false, says(...(CALL.match(/.{1,7}/gs) ?? []).map((content) => ({ content }))))
    expect(collectMessage(await ask()).message.parts).toMatchObject([{ type: 'tool-call', name: 'add', input: { a: 1 } }])
    // A chat overwrites `grammar_lazy`: what was to set in later would hold from the first token on, and no model could just talk.
    expect(sent()).not.toHaveProperty('grammar_lazy')
    expect(sent().grammar).toMatch(/^root ::= s\d+ \(r\d+\)\?$/m)
    expect(JSON.stringify(sent().messages)).toContain('add')
  })

  test('where a call is required the grammar holds from the first token on', async () => {
    llama(false, says({ content: CALL }))
    await ask({ toolChoice: 'required' })
    expect(sent().grammar).not.toMatch(/^root ::= s\d+ \(r\d+\)\?$/m)
    expect(sent().grammar).toMatch(/^root ::= /m)
  })
})

test('a shape that stands in the configuration is held by its grammar, too', async () => {
  llama(true, says({ content: '<|do|>{"name": "add", "arguments": {"a": 1}}<|done|>' }))
  const models = [{ id: 'gguf', shape: { version: 1, calls: { kind: 'json', call: ['<|do|>', '<|done|>'] } } }]
  const file = JSON.stringify({ providers: [{ id: 'llama', kind: 'llama-cpp', url: upstream.url.replace('/v1', ''), models }] })
  app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), { fetch: createNodeFetch() })
  expect(collectMessage(await ask()).message.parts).toMatchObject([{ type: 'tool-call', name: 'add', input: { a: 1 } }])
  expect(sent()).toMatchObject({ grammar: expect.stringContaining('<|done|>') })
  expect(await (await app.request('/api/models')).json()).toMatchObject({
    models: [{ id: 'gguf', dialect: 'shape-gguf', own: { id: 'shape-gguf', shape: models[0]?.shape } }, {}],
  })
})

const fails =
  (error: { readonly code: number }): Behaviour =>
  (response) => {
    response.writeHead(error.code, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error }))
  }
const post = () =>
  app.request('/api/respond', {
    method: 'POST',
    body: JSON.stringify({ model: 'gguf', messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }] }),
  })

describe('what goes wrong', () => {
  test.each([
    ['a model that is still loading', { code: 503, message: 'Loading model', type: 'unavailable_error' }, 503, /Loading model/],
    [
      'a conversation that is too long',
      { code: 400, message: 'the request exceeds the available context size', type: 'exceed_context_size_error', n_ctx: 512 },
      400,
      /exceeds the available context size/,
    ],
  ])('%s', async (_, error, told, words) => {
    llama(false, fails(error))
    const response = await post()
    expect(response.status).toBe(told)
    expect(await response.text()).toMatch(words)
  })

  test('an error inside the stream, without [DONE], is one fault after what was said', async () => {
    llama(false, (response) => {
      stream(
        response,
        chunk({ content: 'Hel' }),
        'data: {"error":{"code":500,"message":"out of slots","type":"server_error"}}\n\n',
      )
      response.end()
    })
    const text = await (await post()).text()
    expect(text).toContain('"text":"Hel"')
    expect(text).toMatch(/"fault":\{.*out of slots/)
    expect(text).not.toContain('message-end')
  })
})
