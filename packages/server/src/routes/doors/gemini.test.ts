import { type ChatRequest, collectMessage, isJsonObject, type StreamEvent } from '@parley/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type RunningServer, startServer } from '../../hosts/node.ts'
import { createProvider } from '../../providers/create-provider.ts'
import { chunk, DONE } from '../../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../../testing/upstream.ts'

let upstream: Upstream
let server: RunningServer
let die = () => {}

const CALL = 'Let me look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response, request, body) => {
    if (body.includes('wrong key')) return void response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
    if (body.includes('die now')) {
      stream(response, chunk({ content: 'I am' }))
      die = () => response.destroy()
      return
    }
    if (request.url?.includes('google')) {
      stream(response, 'data: {"candidates":[{"content":{"parts":[{"text":"Hi."}],"role":"model"},"finishReason":"STOP"}]}\n\n')
      return void response.end()
    }
    const text = body.includes('5 degrees') ? 'It is 5 degrees.' : body.includes('Weather') ? CALL : 'Good day.'
    stream(response, chunk({ content: text.slice(0, 9) }), chunk({ content: text.slice(9) }), DONE)
    response.end()
  })
  const file = JSON.stringify({
    token: 'a-token-for-clients',
    aliases: { 'gemini-*': 'text' },
    providers: [
      { id: 'lab', kind: 'openai-compatible', url: upstream.url, models: [{ id: 'text', dialect: 'hermes' }, 'a:b'] },
      { id: 'google', kind: 'gemini', url: `${upstream.url}/google`, models: ['real'] },
    ],
  })
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_ASK_NATIVE: 'no' }, file })
  server = await startServer({ config: { ...config, port: 0 } })
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const headers = { 'x-goog-api-key': 'a-token-for-clients', 'content-type': 'application/json' }
const ask = async (path: string, body: object) =>
  await fetch(`${server.address}v1beta/models/${path}`, { method: 'POST', body: JSON.stringify(body), headers })
const lastBody = () => JSON.parse(upstream.bodies.at(-1)!)
const contents = [{ role: 'user', parts: [{ text: 'Weather in Oslo?' }] }]
const tools = [
  { functionDeclarations: [{ name: 'get_weather', parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } } } }] },
]

describe('a client that speaks Gemini', () => {
  test('has a text-only model call a function, sends what it returned, and gets the answer', async () => {
    const first: unknown = await (await ask('gemini-3-pro:generateContent', { contents, tools })).json()
    const calls = [
      { text: expect.stringContaining('Let me look.') },
      { functionCall: { id: expect.any(String), name: 'get_weather', args: { city: 'Oslo' } } },
    ]
    expect(first).toMatchObject({
      modelVersion: 'gemini-3-pro',
      candidates: [{ content: { role: 'model', parts: calls }, finishReason: 'STOP' }],
    })
    const said = isJsonObject(first) && Array.isArray(first['candidates']) ? first['candidates'][0].content : undefined
    const result = { role: 'user', parts: [{ functionResponse: { name: 'get_weather', response: { output: '5 degrees' } } }] }
    const second = await ask('gemini-3-pro:generateContent', { contents: [...contents, said, result], tools })
    expect(await second.json()).toMatchObject({ candidates: [{ content: { parts: [{ text: 'It is 5 degrees.' }] } }] })
    expect(JSON.stringify(lastBody().messages)).toContain('5 degrees')
  })

  test('streams events, as the reader of our own Gemini provider reads them', async () => {
    const provider = createProvider(
      { id: 'us', kind: 'gemini', url: `${server.address}v1beta`, key: 'a-token-for-clients', models: [] },
      { fetch: (url, init) => fetch(url, init), patience: { first: 30_000, next: 30_000 }, newId: () => crypto.randomUUID() },
    )
    const listed = await provider.models(AbortSignal.timeout(30_000))
    expect(listed.map(({ id }) => id)).toEqual(['text', 'a:b', 'real', 'demo-scripted', 'gemini-*'])
    const request: ChatRequest = {
      model: 'text',
      messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'Weather in Oslo?' }] }],
      tools: [{ name: 'get_weather', description: '', parameters: { type: 'object' } }],
    }
    const events: StreamEvent[] = []
    for await (const batch of provider.respond(request, new AbortController().signal)) events.push(...batch)
    const { message, fault } = collectMessage(events)
    expect(fault).toBeUndefined()
    expect(message.parts.at(-1)).toMatchObject({ type: 'tool-call', name: 'get_weather', input: { city: 'Oslo' } })
    expect(await provider.countTokens?.(request, new AbortController().signal)).toBeGreaterThan(100)
  })

  test('gets one growing list where it does not ask for events, in the middle of which a death is an error', async () => {
    const whole = await ask('a:b:streamGenerateContent', { contents: [{ parts: [{ text: 'Hi' }] }] })
    expect(whole.headers.get('content-type')).toBe('application/json')
    const list: unknown = await whole.json()
    expect(list).toContainEqual(expect.objectContaining({ modelVersion: 'a:b' }))
    expect(Array.isArray(list) && list.at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
    const died = await ask('a:b:streamGenerateContent', { contents: [{ parts: [{ text: 'die now' }] }] })
    let text = ''
    for await (const piece of died.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      die()
    }
    expect(JSON.parse(text)).toEqual([
      expect.objectContaining({ candidates: expect.anything() }),
      { error: expect.objectContaining({ code: 503 }) },
    ])
  })

  test('may write its names with underscores, and asks for a shape', async () => {
    await ask('a:b:generateContent', {
      system_instruction: { parts: [{ text: 'Be kind.' }] },
      contents: [{ role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: 'AA==' } }, { text: 'What is it?' }] }],
      generation_config: {
        max_output_tokens: 9,
        response_mime_type: 'application/json',
        response_schema: { type: 'OBJECT', properties: { snake_case: { type: 'STRING' } } },
      },
    })
    const [sent] = upstream.bodies.slice(-2)
    expect(JSON.parse(sent!)).toMatchObject({
      max_tokens: 9,
      messages: [{ role: 'system' }, { role: 'user', content: [{ type: 'image_url' }, { text: 'What is it?' }] }],
      response_format: { json_schema: { schema: { type: 'object', properties: { snake_case: { type: 'string' } } } } },
    })
    expect(sent).toContain('Be kind.')
  })

  test('is told what the model is not, and a Gemini server is told all of it', async () => {
    const more = {
      contents,
      safetySettings: [{ category: 'X' }],
      generationConfig: { topK: 4, thinkingConfig: { thinkingBudget: 7 } },
    }
    const other = await ask('text:generateContent', more)
    expect(other.headers.get('x-parley-ignored')).toBe('safetySettings, generationConfig.topK, generationConfig.thinkingConfig')
    expect((await ask('real:generateContent', more)).headers.get('x-parley-ignored')).toBeNull()
    expect(lastBody()).toMatchObject(more)
  })

  test.each<[string, object, number, [string, RegExp]]>([
    ['nobody:generateContent', { contents }, 404, ['NOT_FOUND', /`nobody`/]],
    ['text:generateContent', { contents: 7 }, 400, ['INVALID_ARGUMENT', /`contents`/]],
    ['text:generateContent', { contents, generationConfig: { candidateCount: 2 } }, 400, ['INVALID_ARGUMENT', /candidateCount/]],
    ['text:generateContent', { contents: [{ parts: [{ text: 'wrong key' }] }] }, 403, ['PERMISSION_DENIED', /key/]],
    ['text:embedContent', { contents }, 404, ['NOT_FOUND', /\/v1beta\/models/]],
    ['text', { contents }, 404, ['NOT_FOUND', /\/v1beta\/models/]],
  ])('reads errors in its own form: %s', async (path, body, code, [status, message]) => {
    const response = await ask(path, body)
    expect(response.status).toBe(code)
    expect(await response.json()).toEqual({
      error: { code, status, message: expect.stringMatching(message) },
      request_id: expect.any(String),
    })
  })

  test('must know the token', async () => {
    const response = await fetch(`${server.address}v1beta/models`, { headers: { accept: 'application/json' } })
    expect(await response.json()).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } })
  })
})
