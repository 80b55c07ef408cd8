import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type RunningServer, startServer } from '../../hosts/node.ts'
import { startUpstream, type Upstream } from '../../testing/upstream.ts'

let upstream: Upstream
let server: RunningServer
let die = () => {}
let heard: { url: string; key: string; type: string } | undefined

const json = { 'content-type': 'application/json' }
const WAVE = new Uint8Array(300_000).map((_, index) => index % 251)

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave(async (response, request, body) => {
    const { url = '', headers } = request
    heard = { url, key: String(headers.authorization), type: String(headers['content-type']) }
    if (url.startsWith('/v1/bare')) return void response.writeHead(404, json).end('{"detail":"Not Found"}')
    if (body.includes('too fast'))
      return void response.writeHead(429, { ...json, 'retry-after': '7' }).end('{"error":{"message":"slow down"}}')
    if (body.includes('wrong key'))
      return void response.writeHead(401, json).end('{"error":{"message":"no such key: sk-upstream"}}')
    if (body.includes('break off')) {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': '999' })
      response.write('half')
      die = () => response.destroy()
      return
    }
    if (url.endsWith('/embeddings'))
      return void response
        .writeHead(200, json)
        .end(
          '{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.5,-1]}],"model":"m","usage":{"prompt_tokens":1,"total_tokens":1}}',
        )
    if (url.endsWith('/audio/speech')) return void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(WAVE)
    if (url.endsWith('/audio/transcriptions')) return void response.writeHead(200, json).end('{"text":"Good day."}')
    if (url.endsWith('/moderations')) return void response.writeHead(200, json).end('{"id":"x","model":"m","results":[]}')
    if (url.endsWith('/images/generations'))
      return void response.writeHead(200, json).end('{"created":1,"data":[{"b64_json":"AA=="}]}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of ['On', 'ce'])
      response.write(
        `data: {"id":"c","object":"text_completion","created":1,"model":"m","choices":[{"index":0,"text":"${text}","finish_reason":null,"logprobs":null}]}\n\n`,
      )
    response.end('data: [DONE]\n\n')
  })
  const provider = (id: string, kind: string, url = upstream.url) => ({ id, kind, url, key: 'sk-upstream', models: [`${id}-m`] })
  const file = JSON.stringify({
    token: 'a-token-for-clients',
    aliases: { 'text-embedding-*': 'up-m' },
    limits: { bodyBytes: 400_000 },
    providers: [
      provider('up', 'openai-compatible'),
      provider('claude', 'anthropic'),
      provider('bare', 'openai-compatible', `${upstream.url}/bare`),
    ],
  })
  server = await startServer({ config: { ...readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), port: 0 } })
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
})

const client = () => new OpenAI({ baseURL: `${server.address}v1`, apiKey: 'a-token-for-clients', maxRetries: 0 })
const lastBody = () => JSON.parse(upstream.bodies.at(-1)!)

test('embeddings are made by the provider of the model, with its key and its name for it', async () => {
  const { data } = await client().embeddings.create({
    model: 'text-embedding-3-small',
    input: 'words',
    encoding_format: 'float',
    dimensions: 2,
  })
  expect(data[0]?.embedding).toEqual([0.5, -1])
  expect(heard).toEqual({ url: '/v1/embeddings', key: 'Bearer sk-upstream', type: 'application/json' })
  expect(lastBody()).toEqual({ model: 'up-m', input: 'words', encoding_format: 'float', dimensions: 2 })
})

test('a text is completed while it streams', async () => {
  const texts: string[] = []
  for await (const piece of await client().completions.create({ model: 'up/up-m', prompt: 'Tell', stream: true, best_of: 1 }))
    texts.push(piece.choices[0]!.text)
  expect(texts).toEqual(['On', 'ce'])
  expect(lastBody()).toEqual({ model: 'up-m', prompt: 'Tell', stream: true, best_of: 1 })
})

test('speech comes back to the byte', async () => {
  const speech = await client().audio.speech.create({ model: 'up-m', voice: 'alloy', input: 'Good day.' })
  expect(speech.headers.get('content-type')).toBe('audio/mpeg')
  expect(new Uint8Array(await speech.arrayBuffer())).toEqual(WAVE)
})

test.each(['up-m', 'up/up-m'])('a recording of %s is written down, and no byte of it is lost', async (model) => {
  const file = await toFile(new TextEncoder().encode('RIFF the waves of the sea'), 'sea.wav')
  expect(await client().audio.transcriptions.create({ model, file, language: 'en' })).toEqual({ text: 'Good day.' })
  expect(heard).toMatchObject({
    url: '/v1/audio/transcriptions',
    key: 'Bearer sk-upstream',
    type: expect.stringContaining('multipart/form-data'),
  })
  const form = await new Response(upstream.bodies.at(-1), { headers: { 'content-type': heard!.type } }).formData()
  expect(form.get('model')).toBe('up-m')
  expect(form.get('language')).toBe('en')
  expect(await (form.get('file') as File).text()).toBe('RIFF the waves of the sea')
})

test('pictures and moderations go the same way', async () => {
  expect((await client().images.generate({ model: 'up-m', prompt: 'a cat' })).data).toHaveLength(1)
  expect((await client().moderations.create({ model: 'up-m', input: 'hi' })).results).toEqual([])
})

test.each([
  ['claude-m', 400, /Anthropic \(claude\) has no \/embeddings/],
  ['bare-m', 400, /127\.0\.0\.1:\d+ .*\/embeddings/],
  ['nobody', 404, /`nobody` is not configured/],
])('a model whose provider has no such door is refused by name: %s', async (model, status, message) => {
  await expect(client().embeddings.create({ model, input: 'x' })).rejects.toMatchObject({
    status,
    message: expect.stringMatching(message),
  })
})

const fails = (input: string) => client().embeddings.create({ model: 'up-m', input })

test('failures keep their kind, and tell no key', async () => {
  await expect(fails('too fast')).rejects.toMatchObject({
    status: 429,
    headers: expect.toSatisfy((headers: Headers) => headers.get('retry-after') === '7'),
  })
  await expect(fails('wrong key')).rejects.toMatchObject({ status: 403, message: expect.not.stringContaining('sk-upstream') })
  await expect(fails('x'.repeat(500_000))).rejects.toMatchObject({ status: 413 })
  const post = (body: string, type = 'application/json') =>
    fetch(`${server.address}v1/embeddings`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, authorization: 'Bearer a-token-for-clients' },
    })
  expect(await (await post('{"input":"x"}')).json()).toMatchObject({
    error: { param: 'model', message: expect.stringContaining('`model`') },
  })
  expect((await post('no form', 'multipart/form-data; boundary=x')).status).toBe(400)
  expect((await fetch(`${server.address}v1/embeddings`, { method: 'POST', body: '{}' })).status).toBe(401)
})

test('an answer that breaks off is cut off and looks like no whole one', async () => {
  const speech = await client().audio.speech.create({ model: 'up-m', voice: 'alloy', input: 'break off' })
  die()
  await expect(speech.arrayBuffer()).rejects.toThrow()
})
