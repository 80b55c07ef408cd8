import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../hosts/node.ts'
import { silentLog } from '../logging/log.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { checkAddress } from './check-address.ts'

const KEY = 'sk-of-nobody-1234'
let upstream: Upstream
let folder: string
let server: RunningServer
const asked: (string | undefined)[] = []

/** A server of OpenAI's kind that wants a key, and quotes the one that it refuses. */
const behave = (want: string | undefined = KEY) =>
  upstream.behave((response, request) => {
    const { authorization } = request.headers
    asked.push(authorization)
    const json = (value: object, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (want !== undefined && authorization !== `Bearer ${want}`)
      return json({ error: { message: `Wrong key ${authorization?.slice(7)}` } }, 401)
    if (request.url === '/v1/models')
      return json({ data: [{ id: 'wise', context_length: 4096, input_modalities: ['text', 'image'] }] })
    if (request.url !== '/v1/chat/completions') return json({ error: { message: 'Nothing here' } }, 404)
    stream(response, chunk({ role: 'assistant', content: 'hello' }), chunk({}, 'stop'), DONE)
    response.end()
  })

const configured = (more: object = {}) => ({
  ...readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DATA: folder }, file: JSON.stringify(more) }),
  port: 0,
})
const start = async (more?: object) => {
  server = await startServer({ config: configured(more), log: silentLog })
}
const call = async (path: string, body?: object, init: RequestInit = {}) =>
  await fetch(new URL(path, server.address), {
    headers: { origin: new URL(server.address).origin, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    ...init,
  })
const lab = (more: object = {}) => ({ kind: 'openai-compatible', label: 'My Lab', url: upstream.url, key: KEY, ...more })
const tried = async (more: object) => await (await call('api/providers/test', lab(more))).json()
const attempt = (headers: Readonly<Record<string, string>>) =>
  call('api/providers', lab(), { method: 'POST', body: JSON.stringify(lab()), headers })
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const models = async () => await (await call('api/models')).json()
const kept = () => join(folder, 'providers.json')

beforeAll(async () => {
  upstream = await startUpstream({ gets: true, keeps: false })
})
afterAll(() => upstream.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-connect-'))
  asked.length = 0
  behave()
  await start()
})
afterEach(async () => {
  await server.stop(0)
  await rm(folder, { recursive: true })
})

describe('a model that is connected in the page', () => {
  test('answers the next question, without a restart, and after one', async () => {
    expect((await call('api/providers', lab())).status).toBe(201)
    const ask = () => call('v1/chat/completions', { model: 'my-lab/wise', messages: [{ role: 'user', content: 'Hi' }] })
    expect(await (await ask()).text()).toContain('hello')
    expect(await models()).toMatchObject({
      default: 'wise',
      models: [{ id: 'wise', provider: 'My Lab', providerId: 'my-lab', contextTokens: 4096, sees: true }, { demo: true }],
      providers: [{ id: 'gguf' }, { id: 'my-lab', label: 'My Lab', status: 'up' }, { id: 'demo' }],
    })
    await server.stop(0)
    await start()
    expect(await (await ask()).text()).toContain('hello')
  })

  test('stays when the configuration is read again, and what that names wins its name', async () => {
    await call('api/providers', lab())
    server.reload(configured({ defaultModel: 'wise' }))
    expect(await models()).toMatchObject({ models: [{ providerId: 'my-lab' }, {}] })
    server.reload(configured({ providers: [{ id: 'my-lab', kind: 'openai-compatible', url: upstream.url, models: ['other'] }] }))
    expect(await models()).toMatchObject({ models: [{ id: 'other', providerId: 'my-lab' }, {}] })
  })

  test('has its key in a file that nobody else may read, and in no answer', async () => {
    await call('api/providers', lab({ label: 'Wrong', key: 'sk-another-4321' }))
    const said = [
      await (await call('api/providers', lab())).text(),
      await (await call('api/providers')).text(),
      await (await call('api/models')).text(),
      await (await call('api/providers/test', lab({ key: 'sk-another-4321' }))).text(),
    ].join('\n')
    expect(said).toContain('"hasKey":true')
    expect(said).toContain('Wrong key …')
    expect(said).not.toContain(KEY)
    expect(said).not.toContain('sk-another-4321')
    expect(await readFile(kept(), 'utf8')).toContain(KEY)
    expect((await stat(kept())).mode & 0o777).toBe(0o600)
  })

  test('is changed and removed; two of one name are told apart', async () => {
    await call('api/providers', lab())
    expect(await (await call('api/providers', lab())).json()).toMatchObject({ provider: { id: 'my-lab-2' } })
    const { key: _kept, ...rest } = lab({ id: 'my-lab', label: 'Lab', models: ['named'] })
    expect((await call('api/providers', rest)).status).toBe(200)
    expect(await models()).toMatchObject({ models: [{ id: 'named', provider: 'Lab' }, { id: 'wise' }, {}] })
    expect((await call('api/providers/my-lab', undefined, { method: 'DELETE' })).status).toBe(204)
    expect((await call('api/providers/my-lab', undefined, { method: 'DELETE' })).status).toBe(404)
    expect(await (await call('api/providers')).json()).toMatchObject({ mayEdit: true, providers: [{ id: 'my-lab-2' }] })
  })

  test('looks dead when its server is, and the others do not', async () => {
    await call('api/providers', lab({ url: 'http://127.0.0.1:9/v1' }))
    const { providers, problems } = await models()
    expect(providers).toContainEqual({ id: 'my-lab', label: 'My Lab', status: 'down' })
    expect(providers).toContainEqual(expect.objectContaining({ id: 'demo', status: 'up' }))
    expect(problems).toMatchObject([{ provider: 'my-lab', message: expect.stringContaining('My Lab cannot be reached') }])
  })

  test('that two providers have can be asked for at either', async () => {
    await call('api/providers', lab())
    await call('api/providers', lab({ label: 'Other' }))
    expect((await models()).models.map(({ id }: { id: string }) => id)).toEqual(['wise', 'other/wise', 'demo-scripted'])
  })
})

describe('a test', () => {
  test('lists the models and keeps nothing; an address without its /v1 is found', async () => {
    const found = { ok: true, url: upstream.url, models: [{ id: 'wise', contextTokens: 4096, sees: true }] }
    expect(await tried({})).toEqual(found)
    expect(await tried({ url: upstream.url.replace('/v1', '/') })).toEqual(found)
    expect(await (await call('api/providers')).json()).toEqual({ providers: [], mayEdit: true })
  })

  test.each([
    ['a wrong key', { key: 'sk-wrong-0000' }, /My Lab refused the key/],
    ['no key', { key: '' }, /My Lab wants a key/],
    ['nobody there', { url: 'http://127.0.0.1:9' }, /cannot be reached/],
    ['another kind of server', { kind: 'ollama' }, /Nothing here/],
  ])('says what is wrong: %s', async (_, more, words) => {
    expect(await tried(more)).toMatchObject({ ok: false, message: expect.stringMatching(words) })
  })

  test('of one that is kept uses its key, and sends it to no other server', async () => {
    await call('api/providers', lab())
    const { key: _kept, ...rest } = lab({ id: 'my-lab' })
    expect(await (await call('api/providers/test', rest)).json()).toMatchObject({ ok: true })
    asked.length = 0
    const elsewhere = { ...rest, url: upstream.url.replace('127.0.0.1', 'localhost') }
    for (const door of ['api/providers/test', 'api/providers']) {
      const refused = await call(door, elsewhere)
      expect(refused.status).toBe(400)
      expect(await refused.text()).toContain('Write the key again')
    }
    expect(asked).toEqual([])
  })
})

describe('who may connect', () => {
  test('a page of this server, and no other page or program without a token', async () => {
    const { origin } = new URL(server.address)
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }, {}])
      expect((await attempt(headers)).status).toBe(403)
    expect((await attempt({ origin })).status).toBe(201)
  })

  test('not even a page of an origin that may ask models', async () => {
    server.reload(configured({ origins: ['https://app.example'] }))
    const refused = await attempt({ origin: 'https://app.example' })
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('Only a page of this server')
    const list = await call('api/providers', undefined, { headers: { origin: 'https://app.example' } })
    expect(await list.json()).toMatchObject({ providers: [], mayEdit: false })
  })

  test('the holder of the own token, and no holder of another', async () => {
    server.reload(configured({ token: 'the-token-of-the-house', tokens: { anna: 'the-token-of-anna' } }))
    const refused = await attempt(as('the-token-of-anna'))
    expect([refused.status, (await attempt({})).status, (await attempt(as('the-token-of-the-house'))).status]).toEqual([
      403, 401, 201,
    ])
    expect(await refused.text()).toContain('Only an admin')
    const hers = await call('api/providers', undefined, { headers: as('the-token-of-anna') })
    expect(await hers.text()).not.toContain(upstream.url)
  })

  test('nobody where several servers may share a database', async () => {
    const own = { list: () => [], save: async () => {}, remove: async () => {} }
    const app = createApp(
      { ...configured(), agent: { ...configured().agent, database: 'postgres://db/parley' } },
      { ownProviders: own },
    )
    const headers = { origin: 'http://localhost' }
    expect(await (await app.request('/api/providers', { headers })).json()).toMatchObject({ mayEdit: false })
    expect((await app.request('/api/providers', { method: 'POST', headers, body: JSON.stringify(lab()) })).status).toBe(403)
  })

  test('what stands in the configuration is shown, and changed there', async () => {
    server.reload(configured({ providers: [{ id: 'given', kind: 'ollama' }] }))
    const { providers } = await (await call('api/providers')).json()
    expect(providers).toMatchObject([{ id: 'given', isOwn: false, url: 'http://127.0.0.1:11434' }])
    expect((await call('api/providers/given', undefined, { method: 'DELETE' })).status).toBe(409)
    expect((await call('api/providers', lab({ id: 'given' }))).status).toBe(409)
  })
})

describe('an address', () => {
  const self = new URL('http://127.0.0.1:4317')

  test.each([
    'ftp://a',
    'file:///etc/passwd',
    'nonsense',
    'http://user:secret@a/v1',
    'http://a/v1?key=x',
    'http://169.254.169.254/latest',
    'http://2852039166',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/v1',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal./v1',
    'http://localhost:4317/v1',
    'http://[::1]:4317',
  ])('%s is refused', (address) => {
    expect(() => checkAddress(address, self)).toThrow()
  })

  test.each(['http://127.0.0.1:11434', 'http://gpu.lan:8000/v1', 'https://10.0.0.5/v1', 'https://api.example.com/v1'])(
    '%s is taken: models live there',
    (address) => expect(() => checkAddress(address, self)).not.toThrow(),
  )
})

test('a file that cannot be read is left as it is, and the server starts without it', async () => {
  await call('api/providers', lab())
  await server.stop(0)
  await writeFile(kept(), '{"providers": [{"key": "half')
  await chmod(kept(), 0o600)
  await start()
  expect(await models()).toMatchObject({ models: [{ demo: true }] })
  const refused = await call('api/providers', lab())
  expect(refused.status).toBe(409)
  expect(await refused.text()).not.toContain('half')
  expect(await readFile(kept(), 'utf8')).toContain('half')
})
