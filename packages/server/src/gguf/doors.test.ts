import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gguf } from '@parley/dialects/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../hosts/node.ts'
import { startWeightsHub, type WeightsHub } from '../testing/weights-hub.ts'
import { OFFERS } from './weights/offers.ts'

const [OFFER] = OFFERS
if (!OFFER) throw new Error('There is nothing to offer.')
const HEADER = gguf.ggufFile([
  ['general.architecture', gguf.text('llama')],
  ['llama.context_length', gguf.uint32(4096)],
])
const WEIGHTS = Buffer.concat([HEADER, randomBytes(2_000_000)])

let data: string
let hub: WeightsHub
let server: RunningServer | undefined
let ollamaBefore: string | undefined

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'parley-engine-doors-'))
  ollamaBefore = process.env['OLLAMA_MODELS']
  process.env['OLLAMA_MODELS'] = join(data, 'ollama')
  hub = await startWeightsHub(WEIGHTS)
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  hub.close()
  if (ollamaBefore === undefined) delete process.env['OLLAMA_MODELS']
  else process.env['OLLAMA_MODELS'] = ollamaBefore
})

async function started(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig({ env: { PORT: '0', PARLEY_DISCOVER: 'no', PARLEY_DATA: data, PARLEY_MIRROR: hub.url, ...env } })
  server = await startServer({ config, env: {} })
}

const own = { 'sec-fetch-site': 'same-origin' }

async function ask(method: string, path: string, body?: object, headers: Record<string, string> = own) {
  const response = await fetch(`${server?.address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const statusFor = async (token: string) =>
  (await ask('GET', 'api/engine', undefined, { authorization: `Bearer ${token}` })).status
const state = async () => (await ask('GET', 'api/engine')).body
const listed = async () => (await ask('GET', 'api/models')).body.models.map(({ id }: { id: string }) => id)
const files = () => (existsSync(join(data, 'models')) ? readdirSync(join(data, 'models')) : [])
const download = async () => (await state()).downloads[0]

test('a model is looked at, fetched, paused and gone on with, and can be chosen as soon as it is whole', async () => {
  await started()
  expect(await state()).toMatchObject({ downloads: [], models: [], mirror: hub.url, seen: '2026-11-16', offers: OFFERS })
  const look = await ask('GET', `api/engine/offers/${OFFER.id}`)
  expect(look.body).toMatchObject({ bytes: WEIGHTS.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), mirror: hub.url })
  expect(look.body.freeBytes).toBeGreaterThan(0)
  expect(hub.ranges).toEqual([])

  hub.cutAfter(700_000)
  expect((await ask('POST', 'api/engine/downloads', { model: OFFER.id })).status).toBe(202)
  await expect.poll(download).toEqual({ id: OFFER.id, state: 'running', bytes: 700_000, total: WEIGHTS.length })
  expect(await listed()).toEqual(['demo-scripted'])

  await ask('POST', `api/engine/downloads/${OFFER.id}/pause`)
  expect(await download()).toEqual({ id: OFFER.id, state: 'paused', bytes: 700_000, total: WEIGHTS.length })
  // Another process finds it as this one left it.
  await server?.stop()
  await started()
  expect(await download()).toEqual({ id: OFFER.id, state: 'paused', bytes: 700_000, total: WEIGHTS.length })

  hub.cutAfter(Number.POSITIVE_INFINITY)
  await ask('POST', 'api/engine/downloads', { model: OFFER.id })
  await expect
    .poll(state)
    .toMatchObject({ downloads: [], models: [{ id: OFFER.id, origin: 'downloaded', bytes: WEIGHTS.length }] })
  expect(hub.ranges).toEqual([undefined, 'bytes=700000-'])
  expect(readFileSync(join(data, 'models', OFFER.file)).equals(WEIGHTS)).toBe(true)
  expect(await listed()).toEqual([OFFER.id, 'demo-scripted'])

  expect((await ask('DELETE', `api/engine/models/${OFFER.id}`)).status).toBe(204)
  expect(files()).toEqual([])
  expect(await listed()).toEqual(['demo-scripted'])
})

test('a download that is cancelled leaves nothing behind', async () => {
  hub.cutAfter(700_000)
  await started()
  await ask('POST', 'api/engine/downloads', { model: OFFER.id })
  await expect.poll(async () => (await download())?.bytes).toBe(700_000)
  expect((await ask('DELETE', `api/engine/downloads/${OFFER.id}`)).status).toBe(204)
  expect(files()).toEqual([])
  expect((await state()).downloads).toEqual([])
})

test('a download that fails says why, and can be tried again from another place, which is remembered', async () => {
  await started({ PARLEY_MIRROR: 'http://127.0.0.1:9' })
  await ask('POST', 'api/engine/downloads', { model: OFFER.id })
  await expect.poll(async () => (await download())?.problem).toMatchObject({ words: { id: 'weights.unreachable' } })
  hub.cutAfter(700_000)
  await ask('POST', 'api/engine/downloads', { model: OFFER.id, mirror: `${hub.url}/` })
  await expect.poll(async () => (await download())?.bytes).toBe(700_000)
  await ask('POST', `api/engine/downloads/${OFFER.id}/pause`)
  hub.cutAfter(Number.POSITIVE_INFINITY)
  await ask('POST', 'api/engine/downloads', { model: OFFER.id })
  await expect.poll(listed).toEqual([OFFER.id, 'demo-scripted'])
})

test.each(['http://example.com', 'file:///etc', 'ftp://example.com', 'example'])(
  'nothing is fetched from %s: nobody in between may change a file and its checksum',
  async (mirror) => {
    await started()
    expect((await ask('POST', 'api/engine/downloads', { model: OFFER.id, mirror })).status).toBe(400)
    expect((await state()).downloads).toEqual([])
  },
)

test('what Ollama has is found and used where it lies, and forgetting it deletes nothing', async () => {
  const digest = 'a'.repeat(64)
  const manifests = join(data, 'ollama', 'manifests', 'registry.ollama.ai', 'library', 'momo')
  mkdirSync(manifests, { recursive: true })
  mkdirSync(join(data, 'ollama', 'blobs'))
  const layers = [{ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` }]
  writeFileSync(join(manifests, '7b'), JSON.stringify({ layers }))
  const blob = join(data, 'ollama', 'blobs', `sha256-${digest}`)
  writeFileSync(blob, WEIGHTS)
  await started()
  expect((await ask('GET', 'api/engine/found')).body.found).toContainEqual({
    id: 'momo:7b',
    path: blob,
    bytes: WEIGHTS.length,
    from: 'Ollama',
  })
  expect((await ask('POST', 'api/engine/models', { model: 'momo:7b' })).status).toBe(204)
  expect(await listed()).toEqual(['momo:7b', 'demo-scripted'])
  expect((await ask('DELETE', `api/engine/models/${encodeURIComponent('momo:7b')}`)).status).toBe(204)
  expect(await listed()).toEqual(['demo-scripted'])
  expect(readFileSync(blob).equals(WEIGHTS)).toBe(true)
})

test('what was named at the start is not deleted', async () => {
  const file = join(data, 'mine.gguf')
  writeFileSync(file, WEIGHTS)
  await started({ PARLEY_MODEL: file })
  const answer = await ask('DELETE', 'api/engine/models/mine')
  expect(answer).toMatchObject({ status: 404, body: { fault: { words: { id: 'weights.not-ours' } } } })
  expect(existsSync(file)).toBe(true)
})

test('the engine is installed only by who says what was shown to them', async () => {
  await started()
  expect((await ask('POST', 'api/engine')).status).toBe(400)
  expect((await ask('POST', 'api/engine', { variant: 'another' })).status).toBe(409)
  expect(await state()).toMatchObject({ installing: false, engine: { installed: false } })
})

test('an install that is stopped leaves nothing behind', async () => {
  await started()
  const { engine } = await state()
  await ask('POST', 'api/engine', { variant: engine.name })
  await expect.poll(() => existsSync(join(data, 'engine'))).toBe(true)
  expect((await ask('DELETE', 'api/engine')).status).toBe(204)
  const { installing, problem } = await state()
  expect([installing, problem, readdirSync(join(data, 'engine'))]).toEqual([false, undefined, []])
})

test.each([
  ['another program', {}],
  ['a page of another origin', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }],
])('%s may neither look nor fetch', async (_who, headers) => {
  await started()
  for (const [method, path, body] of [
    ['GET', 'api/engine', undefined],
    ['GET', 'api/engine/found', undefined],
    ['POST', 'api/engine/downloads', { model: OFFER.id }],
    ['DELETE', `api/engine/models/${OFFER.id}`, undefined],
  ] as const)
    expect((await ask(method, path, body, headers)).status).toBe(403)
  expect(hub.ranges).toEqual([])
})

test('of several who hold tokens only the house may fetch', async () => {
  await started({ PARLEY_TOKEN: 'house-token-0123456789', PARLEY_TOKENS: 'anna:anna-token-0123456789' })
  expect([await statusFor('house-token-0123456789'), await statusFor('anna-token-0123456789')]).toEqual([200, 403])
})

const weights = async (headers: Record<string, string>, id = 'mine') => {
  const response = await fetch(`${server?.address}api/engine/models/${id}/weights`, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('weights on the disk are given to our own page, whole or in part, and to nobody else', async () => {
  mkdirSync(join(data, 'models'))
  writeFileSync(join(data, 'models', 'mine.gguf'), WEIGHTS)
  await started()
  const whole = await weights(own)
  expect(whole.bytes.equals(WEIGHTS)).toBe(true)
  expect(whole.response.headers.get('cache-control')).toBe('no-store')
  const part = await weights({ ...own, range: 'bytes=1000-1999' })
  expect([part.response.status, part.response.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${WEIGHTS.length}`])
  expect(part.bytes.equals(WEIGHTS.subarray(1000, 2000))).toBe(true)
  const rest = await weights({ ...own, range: `bytes=${WEIGHTS.length - 7}-` })
  expect(rest.bytes.equals(WEIGHTS.subarray(-7))).toBe(true)
  expect((await weights({ ...own, range: `bytes=${WEIGHTS.length}-` })).response.status).toBe(416)
  expect((await weights(own, 'other')).response.status).toBe(404)
  expect((await weights(own, '..%2f..%2fetc%2fpasswd')).response.status).toBe(404)
  expect((await weights({ 'sec-fetch-site': 'cross-site' })).response.status).toBe(403)
})
