import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../hosts/node.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { type Behaviour, startUpstream, stream, type Upstream } from '../testing/upstream.ts'

/** Two model servers, of which the first is asked first; a server of ours that both stand behind, made anew for each test, so that nobody rests. */
let first: Upstream
let second: Upstream
let server: RunningServer
let folder: string

beforeAll(async () => {
  first = await startUpstream()
  second = await startUpstream()
  folder = await mkdtemp(join(tmpdir(), 'parley-failover-'))
})
afterAll(async () => {
  await server.stop(0)
  await first.close()
  await second.close()
  await rm(folder, { recursive: true })
})

const says =
  (words: string): Behaviour =>
  (response) => {
    stream(response, chunk({ role: 'assistant', content: words }), DONE)
    response.end()
  }
const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response
      .writeHead(code, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: `number ${code}` } }))

const provider = (id: string, url: string) => ({
  id,
  label: id,
  kind: 'openai-compatible',
  url,
  models: [{ id: 'm', dialect: 'native' }],
})

async function restart(aliases: object, limits: object = {}): Promise<void> {
  await server?.stop(0)
  const file = JSON.stringify({
    aliases,
    providers: [provider('one', first.url), provider('two', second.url), provider('gone', 'http://127.0.0.1:9/v1')],
    limits: { firstTokenMs: 2000, nextTokenMs: 2000, ...limits },
  })
  server = await startServer({
    config: { ...readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DATA: folder }, file }), port: 0 },
  })
}

beforeEach(async () => {
  first.behave(says('First.'))
  second.behave(says('Second.'))
  first.bodies.length = 0
  second.bodies.length = 0
  await restart({
    any: ['one/m', 'two/m'],
    spread: [
      { model: 'one/m', weight: 1 },
      { model: 'two/m', weight: 1 },
    ],
  })
})

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const messages = (words: string) => [{ role: 'user', content: words }]
const chat = (words: string, more: object = {}) =>
  post('v1/chat/completions', { model: 'any', messages: messages(words), ...more })

const DOORS: readonly [string, string, (words: string) => object][] = [
  ['chat', 'v1/chat/completions', (words) => ({ model: 'any', messages: messages(words) })],
  ['chat, streaming', 'v1/chat/completions', (words) => ({ model: 'any', stream: true, messages: messages(words) })],
  ['Responses', 'v1/responses', (words) => ({ model: 'any', input: words })],
  ['Anthropic', 'v1/messages', (words) => ({ model: 'any', max_tokens: 9, messages: messages(words) })],
  ['Gemini', 'v1beta/models/any:generateContent', (words) => ({ contents: [{ role: 'user', parts: [{ text: words }] }] })],
  ['Ollama', 'ollama/api/chat', (words) => ({ model: 'any', messages: messages(words) })],
  ['/api/chat', 'api/chat', (words) => ({ messages: messages(words), config: { model: 'any' } })],
  ['agent mode', 'api/chat', (words) => ({ messages: messages(words), config: { model: 'any', mode: 'agent' } })],
  [
    '/api/respond',
    'api/respond',
    (words) => ({ model: 'any', messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: words }] }] }),
  ],
]

test.each(DOORS)('%s: another model answers where the first cannot', async (name, path, body) => {
  first.behave(status(503))
  const response = await post(path, body(`Hello at ${name}`))
  const text = await response.text()
  expect(response.status, text).toBe(200)
  expect(text).toContain('Second.')
  expect([first.bodies.length, second.bodies.length]).toEqual([1, 1])
  if (name !== 'agent mode') expect(response.headers.get('x-parley-model')).toBe('two/m')
})

const PASSING: readonly [string, Behaviour][] = [
  ['a server that fails', status(500)],
  ['a server that is too busy', status(429, { 'retry-after': '60' })],
  ['a connection that is closed', (response) => void response.destroy()],
  ['silence', () => undefined],
  ['an error before the first word', (response) => stream(response, 'data: {"error":{"message":"no memory"}}\n\n')],
  [
    'a death behind an empty beginning',
    (response) => {
      stream(response, chunk({ role: 'assistant', content: '' }))
      setTimeout(() => response.destroy(), 20)
    },
  ],
]

describe.each([{ stream: false }, { stream: true }])('what may pass, streaming: $stream:', ({ stream: streams }) => {
  test.each(PASSING)('%s is left for another, which is asked alone from then on', async (_, behaviour) => {
    first.behave(behaviour)
    const text = await (await chat('Hello', { stream: streams })).text()
    expect(text).toContain('Second.')
    expect(text).not.toContain('error')
    expect(await (await chat('Another', { stream: streams })).text()).toContain('Second.')
    // A connection that was closed without a word is tried once more, because it may have been an old one.
    expect(first.bodies.length).toBeLessThanOrEqual(2)
    expect(second.bodies.length).toBe(2)
  })
})

test('a server that cannot be reached is left for another', async () => {
  await restart({ any: ['gone/m', 'two/m'] })
  expect(await (await chat('Hello')).text()).toContain('Second.')
})

test.each([
  [400, 400],
  [401, 403],
  [403, 403],
  [404, 400],
])('status %i is told as it is, and names who said it: nobody else is asked', async (upstream, told) => {
  first.behave(status(upstream))
  const response = await chat('Hello')
  expect(response.status).toBe(told)
  expect(await response.text()).toMatch(/`one\/m`, one of the models that `any` stands for/)
  expect([first.bodies.length, second.bodies.length]).toEqual([1, 0])
})

test('once a word was sent, nobody else is asked', async () => {
  first.behave((response) => {
    stream(response, chunk({ role: 'assistant', content: 'Half' }))
    setTimeout(() => response.destroy(), 20)
  })
  const text = await (await post('v1/chat/completions', { model: 'any', stream: true, messages: messages('Hello') })).text()
  expect(text).toContain('Half')
  expect(text).toContain('broke in the middle')
  expect(second.bodies.length).toBe(0)
})

test('also after the head was sent, for as long as nothing was said', async () => {
  await restart({ any: ['one/m', 'two/m'] }, { statusMs: 10, beatMs: 10 })
  first.behave(() => undefined)
  const response = await post('v1/chat/completions', { model: 'any', stream: true, messages: messages('Hello') })
  expect(response.headers.get('x-parley-model')).toBeNull()
  const text = await response.text()
  expect(text).toContain(': waiting')
  expect(text).toContain('Second.')
})

test('where nobody can, the last cause is told in the form of the door, and when to come back', async () => {
  first.behave(status(500))
  second.behave(status(429, { 'retry-after': '30' }))
  const failed = await chat('Hello')
  expect(failed.status).toBe(429)
  expect(await failed.text()).toContain('number 429')
  const later = await chat('Hello')
  expect(later.status).toBe(429)
  expect(Number(later.headers.get('retry-after'))).toBeLessThanOrEqual(5)
  expect(await later.json()).toMatchObject({
    error: { message: expect.stringMatching(/^All models that `any` stands for.*number 429/) },
  })
  expect([first.bodies.length, second.bodies.length]).toEqual([1, 1])
})

/** Three turns; says how often each of the two was asked. */
async function talk(name: string): Promise<readonly [number, number]> {
  const before = [first.bodies.length, second.bodies.length] as const
  const turns = messages(`Hello, I am ${name}`)
  for (let turn = 0; turn < 3; turn++) {
    await (await post('v1/chat/completions', { model: 'spread', messages: turns })).text()
    turns.push({ role: 'assistant', content: 'Yes?' }, { role: 'user', content: `More ${turn}` })
  }
  return [first.bodies.length - before[0], second.bodies.length - before[1]]
}

test('a conversation stays with its model, and new ones are spread', async () => {
  const shares = []
  for (let index = 0; index < 12; index++) shares.push(await talk(`guest ${index}`))
  for (const share of shares) expect(Math.max(...share) - Math.min(...share)).toBe(3)
  expect(new Set(shares.map(([one]) => one))).toEqual(new Set([0, 3]))
})

test('what is only passed on goes to another, too', async () => {
  first.behave(status(503))
  second.behave((response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}'))
  const response = await post('v1/embeddings', { model: 'any', input: 'Hello' })
  expect(await response.json()).toEqual({ data: [] })
  expect(response.headers.get('x-parley-model')).toBe('two/m')
  expect(second.bodies.at(-1)).toContain('"model":"m"')
})

const start = (any: unknown) => () => readConfig({ env: {}, file: JSON.stringify({ aliases: { any } }) })

test('a mistake in the list is told at the start', () => {
  expect(start([])).toThrow(/aliases\.any.*at least one/)
  expect(start(['m', 'm'])).toThrow(/names "m" twice/)
  expect(start(['m@nothing'])).toThrow(/the dialect "nothing"/)
  expect(start([{ model: 'm', weight: -1 }])).toThrow(/aliases\.any/)
  expect(start(7)).toThrow(/must be a model, or a list of models/)
})
