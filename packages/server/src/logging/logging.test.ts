import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../hosts/node.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { DOORS } from '../testing/doors.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { createLog, type LogLevel } from './log.ts'

const KEY = 'sk-planted-provider-key-1'
const TOKEN = 'planted-house-token-2'
const HERS = 'planted-token-of-anna-3'
const SECRET = 'planted-seal-secret-4'
const QUESTION = 'planted question zebra-5'
const ANSWER = 'planted answer ocelot-6'
const HEADER = 'planted-header-value-7'
const WRONG = 'planted-wrong-token-8'
const PATH = 'planted-path-9'

let upstream: Upstream
let folder: string
let server: RunningServer
const lines: string[] = []
const told = () => lines.map((line): JsonObject => JSON.parse(line) as JsonObject)
const of = (event: string) => told().filter((line) => line['event'] === event)

const write = (line: string) => void lines.push(line)

async function start(level: LogLevel = 'debug', more: object = {}): Promise<RunningServer> {
  const models = [{ id: 'native', dialect: 'native' }]
  const headers = { 'x-custom': HEADER }
  const file = JSON.stringify({
    providers: [
      { id: 'up', label: 'Up', kind: 'openai-compatible', url: upstream.url, key: KEY, headers, models },
      {
        id: 'away',
        kind: 'openai-compatible',
        url: 'http://127.0.0.1:9/v1',
        key: KEY,
        models: [{ id: 'gone', dialect: 'native' }],
      },
    ],
    token: TOKEN,
    tokens: { anna: HERS },
    secret: SECRET,
    agent: { folder },
    ...more,
  })
  const config = { ...readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), port: 0 }
  return await startServer({ config, log: createLog({ write, level, format: 'json', isTerminal: false }) })
}

beforeAll(async () => {
  upstream = await startUpstream({ keeps: false })
  folder = await mkdtemp(join(tmpdir(), 'parley-logging-'))
  server = await start()
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  lines.splice(0)
  upstream.behave(says)
})

const says: Parameters<Upstream['behave']>[0] = (response) => {
  stream(response, chunk({ role: 'assistant', content: ANSWER }), chunk({}, 'stop'), DONE)
  response.end()
}

const BEARER = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }

async function ask(model: string, { headers = {}, body = {}, address = server.address } = {}) {
  return await fetch(`${address}v1/chat/completions`, {
    method: 'POST',
    headers: { ...BEARER, ...headers },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: QUESTION }], ...body }),
  })
}

const BOTH = new Set(['answer', 'request'])
const eventsOf = (found: readonly JsonObject[]) => new Set(found.map(({ event }) => event))
const idOf = (response: Response): string => response.headers.get('x-request-id') ?? ''

test('a busy server logs none of the keys, tokens, questions, answers and addresses that went through it', async () => {
  const quotes = `Incorrect key ${KEY} for ${QUESTION}`
  const failures: Parameters<Upstream['behave']>[0][] = [
    says,
    (response) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: quotes, code: KEY, type: QUESTION } }))
    },
    (response) => {
      response.writeHead(500, { 'content-type': 'text/html' })
      response.end(`<h1>${quotes}</h1>`)
    },
    (response) => void response.destroy(),
    (response) => {
      stream(response, chunk({ role: 'assistant', content: ANSWER }))
      setTimeout(() => response.destroy(), 20)
    },
    (response) => {
      stream(response, `data: ${JSON.stringify({ error: { message: quotes } })}\n\n`)
      response.end()
    },
  ]
  for (const failure of failures) {
    upstream.behave(failure)
    for (const door of DOORS) {
      const question = { model: 'native', words: QUESTION, stream: true }
      const response = await fetch(`${server.address}${door.path(question)}`, {
        method: 'POST',
        headers: { ...BEARER, 'user-agent': KEY },
        body: JSON.stringify(door.body(question)),
      })
      await response.text()
    }
  }
  await (await ask('gone')).text()
  await (await ask(QUESTION)).text()
  await fetch(`${server.address}v1/${PATH}?q=${encodeURIComponent(QUESTION)}`, { headers: BEARER })
  await fetch(`${server.address}?token=${TOKEN}`, { redirect: 'manual' })
  await fetch(`${server.address}api/models`, { headers: { authorization: `Bearer ${WRONG}` } })
  await fetch(`${server.address}api/models`, { headers: { 'x-api-key': HERS, cookie: `parley_token=${WRONG}` } })
  await fetch(`${server.address}api/chat`, { method: 'POST', headers: BEARER, body: `{"messages": "${QUESTION}` })
  expect(of('answer').length).toBeGreaterThan(failures.length * (DOORS.length - 1))
  const all = lines.join('\n')
  for (const planted of [KEY, TOKEN, HERS, SECRET, QUESTION, ANSWER, HEADER, WRONG, PATH]) expect(all).not.toContain(planted)
  for (const word of ['zebra', 'ocelot']) expect(all).not.toContain(word)
})

test('every answer has an id, which is in its header, in its error and in each line of the log that it caused', async () => {
  const fine = await ask('native')
  const lost = await ask('gone')
  const body: unknown = await lost.json()
  await fine.text()
  expect(idOf(fine)).toMatch(/^[\w-]{36}$/)
  expect(idOf(lost)).not.toBe(idOf(fine))
  expect(isJsonObject(body) && body['request_id']).toBe(idOf(lost))
  for (const response of [fine, lost])
    expect(eventsOf(told().filter(({ requestId }) => requestId === idOf(response)))).toEqual(BOTH)
  const own = await fetch(`${server.address}api/respond`, { method: 'POST', headers: BEARER, body: '{}' })
  expect(await own.json()).toMatchObject({ requestId: idOf(own), fault: { code: 'request/invalid' } })
  expect(idOf(await fetch(`${server.address}health`))).not.toBe('')
  const stranger = await fetch(`${server.address}api/models`)
  expect(await stranger.json()).toMatchObject({ requestId: idOf(stranger), fault: { code: 'request/unauthorized' } })
})

/** Asks at a door while the model server breaks off in the middle. */
async function breaks(door: string, body: object) {
  upstream.behave((response) => {
    stream(response, chunk({ role: 'assistant', content: ANSWER }))
    setTimeout(() => response.destroy(), 20)
  })
  const response = await fetch(`${server.address}${door}`, { method: 'POST', headers: BEARER, body: JSON.stringify(body) })
  return { id: idOf(response), text: await response.text() }
}

test('an answer that breaks in the middle tells the id in its last event, to a page and to an app', async () => {
  const message = { role: 'user', id: 'u', parts: [{ type: 'text', text: QUESTION }] }
  const page = await breaks('api/respond', { model: 'native', messages: [message] })
  expect(page.text).toMatch(new RegExp(`"fault":\\{"code":"provider/unavailable".*"requestId":"${page.id}"`))
  const app = await breaks('api/chat', { messages: [{ role: 'user', content: QUESTION }], config: { model: 'native' } })
  expect(app.text).toContain(`(request ${app.id})`)
  for (const { id } of [page, app]) expect(of('answer').some(({ requestId }) => requestId === id)).toBe(true)
})

test('a thread of the agent is logged with the id of the request that asked', async () => {
  const response = await fetch(`${server.address}api/chat`, {
    method: 'POST',
    headers: { ...BEARER, accept: 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: QUESTION }], config: { mode: 'agent', model: 'native' } }),
  })
  await response.text()
  expect(of('answer')).toMatchObject([{ door: 'agent', requestId: idOf(response) }])
})

test('the id of a request comes from a proxy that is trusted, and from nobody else', async () => {
  const headers = { 'x-request-id': 'given-by-the-proxy' }
  expect(idOf(await ask('native', { headers }))).not.toBe('given-by-the-proxy')
  const proxied = await start('debug', { trustProxy: 1, agent: { folder: join(folder, 'proxied') } })
  try {
    expect(idOf(await ask('native', { headers, address: proxied.address }))).toBe('given-by-the-proxy')
    const odd = idOf(await ask('native', { headers: { 'x-request-id': 'with a space' }, address: proxied.address }))
    expect(odd).toMatch(/^[\w-]{36}$/)
  } finally {
    await proxied.stop(0)
  }
})

test('why a provider failed is in the log: the status and name that it gave, or what the system says', async () => {
  upstream.behave((response) => {
    response.writeHead(429, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: quota(), code: 'insufficient_quota' } }))
  })
  await (await ask('native')).text()
  await (await ask('gone')).text()
  upstream.behave((response) => {
    stream(response, chunk({ role: 'assistant', content: ANSWER }))
    setTimeout(() => response.destroy(), 20)
  })
  await (await ask('native', { body: { stream: true } })).text()
  expect(of('answer')).toMatchObject([
    {
      level: 'warn',
      provider: 'up',
      model: 'native',
      end: 'fault',
      fault: 'provider/rate-limited',
      status: 429,
      reason: 'insufficient_quota',
    },
    { level: 'warn', provider: 'away', fault: 'provider/unavailable', reason: 'ECONNREFUSED', peer: '127.0.0.1:9' },
    { level: 'warn', provider: 'up', fault: 'provider/unavailable', reason: 'ECONNRESET' },
  ])
  expect(of('request')[0]).toMatchObject({ door: '/v1/chat/completions', status: 429, fault: 'provider/rate-limited' })
})

const quota = () => `You exceeded your quota, ${QUESTION}`

test('only what is as grave as the level says is logged, and a page that looks around is not', async () => {
  const quiet = await start('info', { agent: { folder: join(folder, 'quiet') } })
  try {
    await (await fetch(`${quiet.address}api/models`, { headers: BEARER })).text()
    expect(lines).toEqual([])
    await (await ask('native', { address: quiet.address })).text()
    expect(eventsOf(told())).toEqual(BOTH)
  } finally {
    await quiet.stop(0)
  }
})

test('a bug is told with where it happened, and with its message only to a person at a terminal', () => {
  const said: string[] = []
  const keep = (line: string) => void said.push(line)
  const error = Object.assign(new TypeError(`Unexpected token in "${QUESTION}\n    at ${ANSWER}"`), { code: 'E_ODD' })
  createLog({ write: keep, level: 'error', format: 'json', isTerminal: false }).bug(error, { requestId: 'r-1' })
  createLog({ write: keep, level: 'error', format: 'text', isTerminal: true }).bug(error, { requestId: 'r-1' })
  expect(JSON.parse(said[0] ?? '')).toMatchObject({
    level: 'error',
    event: 'bug',
    requestId: 'r-1',
    error: 'TypeError',
    code: 'E_ODD',
  })
  expect(said[0]).toContain('logging.test.ts')
  for (const word of ['zebra', 'ocelot']) expect(said[0]).not.toContain(word)
  expect(said[1]).toContain('zebra')
})
