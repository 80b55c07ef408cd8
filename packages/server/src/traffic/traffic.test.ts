import { isJsonObject } from '@parley/dialects'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AppParts, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import type { TrafficDetail, TrafficEntry } from './traffic-entry.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>

const CALL = "<tool_call>{'name': 'f', 'arguments': {'a': 1}}</tool_call>"
const OURS = { 'sec-fetch-site': 'same-origin' }
const TOKENS = { token: 'token-of-house', tokens: { anna: 'token-of-anna' } }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())
const open = (file: object = {}, parts: AppParts = { isLocal: true }) => {
  const providers = [
    { id: 'lab', kind: 'openai-compatible', url: upstream.url, key: 'sk-upstream-key', models: [{ id: 'm', dialect: 'hermes' }] },
  ]
  return createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file: JSON.stringify({ providers, ...file }) }), parts)
}
beforeEach(() => {
  upstream.behave((response) => {
    stream(response, chunk({ content: `On it. ${CALL}` }), DONE)
    response.end()
  })
  app = open()
})
const leaving: AbortController[] = []
afterEach(() => {
  for (const controller of leaving.splice(0)) controller.abort()
})

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
const asked = { model: 'm', messages: [{ role: 'user', content: 'Do it.' }], tools }
const post = async (body: object | string, headers: Record<string, string> = {}, path = '/v1/chat/completions') =>
  await app.request(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'user-agent': 'house-cli/1.2', 'x-api-key': 'sk-of-the-client', 'content-type': 'application/json', ...headers },
  })

/** Reads the live stream as a page does, and keeps the newest line of each request. */
async function watch(headers: Record<string, string> = OURS): Promise<Map<string, TrafficEntry>> {
  const controller = new AbortController()
  leaving.push(controller)
  const response = await app.request('/api/traffic', { headers, signal: controller.signal })
  expect(response.status).toBe(200)
  const entries = new Map<string, TrafficEntry>()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async (rest = ''): Promise<void> => {
    const piece = await reader?.read()
    if (!piece || piece.done) return
    const blocks = `${rest}${piece.value}`.split('\n\n')
    for (const block of blocks.slice(0, -1))
      if (block.startsWith('data: '))
        for (const { entry } of JSON.parse(block.slice(6)) as { entry: TrafficEntry }[]) entries.set(entry.id, entry)
    return await read(blocks.at(-1))
  }
  read().catch(() => undefined)
  return entries
}
const ended = async (entries: ReadonlyMap<string, TrafficEntry>, count = 1): Promise<readonly TrafficEntry[]> =>
  await vi.waitFor(() => {
    const done = [...entries.values()].filter(({ end }) => end !== undefined)
    expect(done).toHaveLength(count)
    return done
  })
const opened = async (id: string) => (await (await app.request(`/api/traffic/${id}`, { headers: OURS })).json()) as TrafficDetail

test('a request appears while somebody looks, and opened it shows what came in, what was taught and what was read', async () => {
  const entries = await watch()
  await (await post({ ...asked, stream: true }, { 'x-parley-dialect': 'hermes' })).text()
  const [entry] = await ended(entries)
  expect(entry).toMatchObject({
    client: 'house-cli',
    path: '/v1/chat/completions',
    model: 'm',
    answeredBy: 'm',
    speech: 'hermes',
    status: 200,
    end: 'calls',
    calls: 1,
    flaws: 1,
    usage: { estimated: true },
    ms: expect.any(Number),
    firstMs: expect.any(Number),
  })
  const detail = await opened(entry?.id ?? '')
  expect(detail.headers).toEqual({
    'content-type': 'application/json',
    'user-agent': 'house-cli/1.2',
    'x-parley-dialect': 'hermes',
  })
  expect(JSON.parse(detail.body?.text ?? '')).toMatchObject(asked)
  expect(detail.prompts).toHaveLength(1)
  expect(detail.prompts[0]?.text).toMatch(/=== SYSTEM ===[^]*<tools>[^]*=== USER ===\nDo it\./)
  expect(detail.parts).toMatchObject([
    { type: 'text', text: expect.stringContaining('On it.') },
    { type: 'tool-call', name: 'f', input: { a: 1 }, flaws: [{}] },
  ])
})

test('requests from before somebody looked are there, too, and so is who was refused and why', async () => {
  await (await post(asked)).text()
  await post({ ...asked, model: 'nobody' })
  await post('{"model": "m", "messages": ')
  const entries = await watch()
  expect(await ended(entries, 3)).toMatchObject([
    { end: 'calls', status: 200 },
    { end: 'refused', status: 404, model: 'nobody', fault: { code: 'request/unknown-model' } },
    { end: 'refused', status: 400, fault: { code: 'request/invalid' } },
  ])
})

test.each([
  [
    '/api/chat',
    { messages: asked.messages, config: { model: 'm' }, tools: { f: { description: 'f', parameters: { type: 'object' } } } },
  ],
  ['/api/respond', { model: 'm', messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'Do it.' }] }] }],
])(
  'a program at our own door %s is seen, with what it was refused; our own page is not, since it has its inspector',
  async (path, body) => {
    await (await post(body, {}, path)).text()
    await post({ ...body, messages: [] }, {}, path)
    await (await post(body, OURS, path)).text()
    await (await post(body, { ...OURS, 'x-parley-replay': 'first' }, path)).text()
    const entries = await ended(await watch(), 3)
    expect(entries).toMatchObject([
      { path, client: 'house-cli', model: 'm', status: 200, end: expect.stringMatching(/done|calls/), speech: 'hermes' },
      { path, status: 400, end: 'refused' },
      { path, status: 200, replayOf: 'first' },
    ])
    const detail = await opened(entries[0]?.id ?? '')
    expect(JSON.parse(detail.body?.text ?? '')).toEqual(body)
    expect(detail.prompts).toHaveLength(1)
    expect(detail.parts).toContainEqual(expect.objectContaining({ type: 'text' }))
  },
)

test("no key is kept: neither the client's nor the vendor's, wherever it stands", async () => {
  const body = {
    ...asked,
    metadata: { api_key: 'hush-hush' },
    messages: [{ role: 'user', content: 'My key is sk-abcdefghijklmnopqrstuv' }],
  }
  await (
    await post(body, { ...bearer('key-in-a-header'), cookie: 'session=hush' }, '/v1/chat/completions?key=AIza-in-the-address')
  ).text()
  const [entry] = await ended(await watch())
  const text = JSON.stringify(await opened(entry?.id ?? ''))
  expect(text).not.toMatch(/sk-of-the-client|key-in-a-header|hush|sk-abc|sk-upstream|in-the-address/)
  expect(text).toContain('"path":"/v1/chat/completions"')
})

describe('what is kept is bounded', () => {
  test('to the last hundred requests', async () => {
    for (let made = 0; made < 105; made++) await post({ ...asked, model: `nobody-${made}` })
    const models = (await ended(await watch(), 100)).map(({ model }) => model)
    expect([models[0], models.at(-1)]).toEqual(['nobody-5', 'nobody-104'])
  })

  test('to what a person reads of a text, and says how much is missing', async () => {
    await (await post({ ...asked, messages: [{ role: 'user', content: 'x'.repeat(300_000) }] })).text()
    const { body } = await opened((await ended(await watch()))[0]?.id ?? '')
    expect(body?.text).toHaveLength(200_000)
    expect(body?.cut).toBeGreaterThan(100_000)
  })

  test('to what fits into memory: a huge request has its line and no more', async () => {
    const content = 'x'.repeat(2_100_000)
    const text = JSON.stringify({ ...asked, messages: [{ role: 'user', content }] })
    await (await post(text, { 'content-length': String(text.length) })).text()
    const [entry] = await ended(await watch())
    const detail = await opened(entry?.id ?? '')
    expect(detail).toMatchObject({ entry: { status: 200 }, prompts: [], parts: [] })
    expect(detail).not.toHaveProperty('body')
  })
})

describe('nobody else may look', () => {
  test.each<[string, () => ReturnType<typeof createApp>, Record<string, string>, number]>([
    ['another program', () => open(), {}, 403],
    ['who holds a token with a name', () => open(TOKENS), bearer('token-of-anna'), 403],
    ['anybody, where the server is not on this computer', () => open({}, {}), OURS, 404],
    ['anybody, where it is switched off', () => open({ traffic: false }), OURS, 404],
  ])('not %s', async (_who, start, headers, status) => {
    app = start()
    for (const path of ['/api/traffic', '/api/traffic/x'])
      expect((await app.request(path, { headers })).status, path).toBe(status)
  })

  test("but the holder of the server's own token may, at eight places at once", async () => {
    app = open(TOKENS)
    for (let places = 0; places < 8; places++) await watch(bearer('token-of-house'))
    const ninth = await app.request('/api/traffic', { headers: bearer('token-of-house') })
    const told: unknown = await ninth.json()
    expect([ninth.status, isJsonObject(told) && told['fault']]).toMatchObject([429, { message: expect.stringContaining('8') }])
  })
})
