import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog, type RunningServer, startServer } from '../hosts/node.ts'
import { able, examinedModel, textOnly } from '../testing/examined-model.ts'
import { startUpstream, type Upstream } from '../testing/upstream.ts'

let upstream: Upstream
let folder: string
let server: RunningServer | undefined
const log: string[] = []

beforeEach(async () => {
  upstream = await startUpstream()
  upstream.behave(examinedModel(textOnly(able)))
  folder = mkdtempSync(join(tmpdir(), 'parley-doctor-'))
})
afterEach(async () => {
  await server?.stop(0)
  await upstream.close()
  rmSync(folder, { recursive: true, force: true })
  log.splice(0)
})

/** What the model was asked, without what its server was asked of its models. */
const questions = () => upstream.bodies.filter((body) => body !== '')

const TOKEN = 'a-token-of-ours'
const headers = { authorization: `Bearer ${TOKEN}` }

async function start(env: Record<string, string> = {}): Promise<void> {
  await server?.stop(0)
  const quiet = { PARLEY_DISCOVER: 'no', PARLEY_ASK_NATIVE: 'no', PARLEY_DATA: folder, PARLEY_TOKEN: TOKEN }
  const config = readConfig({ env: { ...quiet, PARLEY_URL: upstream.url, PARLEY_MODELS: 'house-model', ...env } })
  server = await startServer({
    config: { ...config, port: 0 },
    log: createLog({ write: (line) => log.push(line), level: 'warn', format: 'text', isTerminal: true }),
  })
}

const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
  await fetch(`${server?.address}api/${path}`, { ...init, headers: { ...headers, ...init.headers } })
const post = async (path: string, body: unknown) =>
  await send(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
const json = async (response: Response): Promise<JsonObject> => {
  const value: unknown = await response.json()
  return isJsonObject(value) ? value : {}
}
const events = async (response: Response): Promise<readonly JsonObject[]> =>
  (await response.text())
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .flatMap((block) => JSON.parse(block.slice(6)) as JsonObject[])
const spoken = async (): Promise<unknown> => {
  const { models } = await json(await send('models'))
  return Array.isArray(models) ? models[0] : undefined
}
const sentence = async (response: Response): Promise<string> => JSON.stringify(await json(response))

test('a model is examined, the card is kept, the model is spoken to as it says, and the reason is told, also by the next server', async () => {
  await start()
  expect(await spoken()).toMatchObject({ dialect: 'auto' })
  expect(await json(await send('doctor?model=house-model'))).toMatchObject({
    requests: 32,
    choices: [{ choice: 'native', why: 'native' }, { choice: 'json-strict' }, {}, {}],
  })
  expect(questions()).toEqual([])
  const told = await events(await post('doctor', { model: 'house-model' }))
  expect(told.slice(0, -1).map(({ type }) => type)).toEqual(Array.from({ length: 9 }, () => 'progress'))
  const last = told.at(-1)
  expect(last).toMatchObject({
    type: 'examined',
    kept: { model: 'house-model', provider: { id: 'custom', kind: 'openai-compatible' } },
    report: { holds: true, recommendation: { choice: 'json-strict' } },
  })
  const chosen = {
    dialect: 'json-strict',
    dialectReason: expect.stringMatching(/^the doctor examined it on \d{4}-\d\d-\d\d: 7 of 7 answers can be used$/),
  }
  expect(await spoken()).toMatchObject(chosen)
  await start()
  expect(await spoken()).toMatchObject({ ...chosen, dialectWords: { id: 'speech.doctor' } })
  const { cards } = await json(await send('doctor/cards'))
  expect(cards).toEqual([last?.['kept']])
})

test('what is asked for and what is configured outweigh what the doctor found', async () => {
  await start()
  await events(await post('doctor', { model: 'house-model' }))
  await start({ PARLEY_DIALECT: 'hermes' })
  expect(await spoken()).toMatchObject({ dialect: 'hermes', dialectReason: 'set in the configuration' })
})

test('a card is read again, shared as it is, and deleted; then the model is spoken to as before', async () => {
  await start()
  const examined = (await events(await post('doctor', { model: 'house-model' }))).at(-1)
  const [file = ''] = readdirSync(join(folder, 'doctor'))
  const text = readFileSync(join(folder, 'doctor', file), 'utf8')
  upstream.bodies.splice(0)
  const replayed = await json(await post('doctor/replay', text))
  expect(replayed).toEqual({ card: examined?.['card'], report: examined?.['report'] })
  expect(await json(await send(`doctor/cards/${file.replace('.json', '')}`))).toMatchObject(replayed)
  expect(questions()).toEqual([])
  expect((await send(`doctor/cards/${file.replace('.json', '')}`, { method: 'DELETE' })).status).toBe(204)
  expect(readdirSync(join(folder, 'doctor'))).toEqual([])
  expect(await spoken()).toMatchObject({ dialect: 'auto' })
  expect((await send(`doctor/cards/${file.replace('.json', '')}`, { method: 'DELETE' })).status).toBe(404)
})

test('a card that another process has put there is found when cards are asked for', async () => {
  await start()
  await events(await post('doctor', { model: 'house-model' }))
  const [file = ''] = readdirSync(join(folder, 'doctor'))
  const text = readFileSync(join(folder, 'doctor', file), 'utf8')
  await send(`doctor/cards/${file.replace('.json', '')}`, { method: 'DELETE' })
  writeFileSync(join(folder, 'doctor', file), text)
  expect(await json(await send('doctor/cards'))).toMatchObject({ cards: [{ model: 'house-model' }] })
  expect(await spoken()).toMatchObject({ dialect: 'json-strict' })
})

test('a file that is no card is named, left alone, and stops nothing', async () => {
  await start()
  await events(await post('doctor', { model: 'house-model' }))
  const [file = ''] = readdirSync(join(folder, 'doctor'))
  writeFileSync(join(folder, 'doctor', file), '{"kind":')
  await start()
  expect(log.join('\n')).toContain(`${file}: This is not a card of the doctor: it is not valid JSON.`)
  expect(await spoken()).toMatchObject({ dialect: 'auto' })
})

test('who leaves ends the examination, and nothing is kept', async () => {
  await start()
  const leaving = new AbortController()
  upstream.behave((response, request, body) => {
    if (questions().length === 3) leaving.abort()
    else void examinedModel(able)(response, request, body)
  })
  const body = JSON.stringify({ model: 'house-model' })
  const init = { method: 'POST', headers, body, signal: leaving.signal }
  await expect(fetch(`${server?.address}api/doctor`, init).then((response) => response.text())).rejects.toThrow('aborted')
  await expect.poll(() => upstream.open()).toBe(0)
  expect(questions()).toHaveLength(3)
  expect(await json(await send('doctor/cards'))).toEqual({ cards: [] })
})

test.each([
  ['another version', '{"kind": "parley-doctor-card", "version": 2}', 400, 'another version of Parley'],
  ['something else', '{"messages": []}', 400, 'This is not a card of the doctor.'],
  ['no JSON', 'hello', 400, 'it is not valid JSON'],
  ['too much of it', JSON.stringify({ kind: 'x'.repeat(4_100_000) }), 413, 'larger than any that the doctor writes'],
  ['too many values', JSON.stringify(Array.from({ length: 30_000 }, () => 1)), 413, 'larger than any that the doctor writes'],
  ['endless depth', '['.repeat(100_000), 400, 'it is not valid JSON'],
])('a card that is %s is refused with a clear sentence', async (_what, body, status, words) => {
  await start()
  const response = await post('doctor/replay', body)
  expect(response.status).toBe(status)
  expect(await sentence(response)).toContain(words)
})

test('a stranger may not have models examined, nor read cards', async () => {
  await start({ PARLEY_TOKEN: '' })
  for (const [path, method] of [
    ['doctor', 'POST'],
    ['doctor?model=house-model', 'GET'],
    ['doctor/cards', 'GET'],
    ['doctor/cards/x', 'DELETE'],
    ['doctor/replay', 'POST'],
  ] as const) {
    const response = await fetch(`${server?.address}api/${path}`, { method, ...(method === 'POST' && { body: '{}' }) })
    expect(response.status, path).toBe(403)
    expect(await sentence(response)).toContain('Only a page of this server')
  }
  expect(questions()).toEqual([])
})

test('the demo, an unknown model and a budget that is none are refused before anything is asked', async () => {
  await start()
  expect(await sentence(await post('doctor', { model: 'demo-scripted' }))).toContain('The demo is a script')
  expect(await sentence(await post('doctor', { model: 'nobody' }))).toContain('is not configured')
  expect(await sentence(await post('doctor', { model: 'house-model', budget: { requests: 1000 } }))).toContain('budget.requests')
  expect(await sentence(await send('doctor?model=demo-scripted'))).toContain('The demo is a script')
})

test('a folder that cannot be written to costs the keeping and not the card', async () => {
  writeFileSync(join(folder, 'doctor'), 'a file where the folder should be')
  await start()
  const last = (await events(await post('doctor', { model: 'house-model' }))).at(-1)
  expect(last).toMatchObject({ type: 'examined', report: { recommendation: { choice: 'json-strict' } } })
  expect(last?.['problem']).toMatchObject({ message: expect.stringContaining('cannot be kept') })
})
