import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { silentLog } from '../logging/log.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { type RunningServer, startServer } from './node.ts'

let upstream: Upstream
let folder: string
let server: RunningServer

const read = (file: object) => ({
  ...readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DATA: folder }, file: JSON.stringify(file) }),
  port: 0,
})
const lab = (id: string) => ({
  id,
  kind: 'openai-compatible',
  url: upstream.url,
  models: [{ id: `${id}-model`, dialect: 'native' }],
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-reload-'))
  upstream = await startUpstream({ keeps: false })
  server = await startServer({ config: read({ providers: [lab('one')] }), log: silentLog })
})
afterAll(async () => {
  await server.stop(0)
  await upstream.close()
  await rm(folder, { recursive: true })
})

const says = (words: string) =>
  upstream.behave((response) => {
    stream(response, chunk({ role: 'assistant', content: words }), chunk({}, 'stop'), DONE)
    response.end()
  })

async function ask(model: string, path = 'v1/chat/completions', more: object = {}): Promise<Response> {
  return await fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }], ...more }),
  })
}
const chat = (model: string) => ask('', 'api/chat', { model: undefined, config: { mode: 'agent', model } })
const models = async () => await (await fetch(`${server.address}api/models`)).text()

test('another provider, alias and default are there for the next request, and what was there before is not', async () => {
  says('hello')
  expect((await ask('one-model')).status).toBe(200)
  expect(
    server.reload(read({ providers: [lab('two')], aliases: { quick: 'two-model' }, defaultModel: 'quick', demo: false })),
  ).toEqual([])
  expect([(await ask('one-model')).status, (await ask('two-model')).status, (await ask('quick')).status]).toEqual([404, 200, 200])
  expect(JSON.parse(await models())).toMatchObject({ default: 'quick', models: [{ id: 'two-model' }] })
})

test('limits and budgets hold at once', async () => {
  const providers = [lab('two')]
  server.reload(read({ providers, limits: { bodyBytes: 40 } }))
  expect((await ask('two-model')).status).toBe(413)
  server.reload(read({ providers, budgets: { house: { day: { requests: 1 } } } }))
  expect([(await ask('two-model')).status, (await ask('two-model')).status]).toEqual([200, 429])
  server.reload(read({ providers, limits: { requestsPerMinute: 1 } }))
  expect([(await ask('two-model')).status, (await ask('two-model')).status]).toEqual([200, 429])
  server.reload(read({ providers }))
  expect((await ask('two-model')).status).toBe(200)
})

test('an answer that is under way comes to its end with what it was begun with', async () => {
  server.reload(read({ providers: [lab('two')] }))
  const begun = Promise.withResolvers<() => void>()
  upstream.behave((response) => {
    stream(response, chunk({ role: 'assistant', content: 'half' }))
    begun.resolve(() => {
      goOn(response, chunk({ content: ' and half' }), chunk({}, 'stop'), DONE)
    })
  })
  const answer = ask('two-model', 'v1/chat/completions', { stream: true })
  const finish = await begun.promise
  server.reload(read({ providers: [], demo: false }))
  finish()
  const text = await (await answer).text()
  expect(text).toContain('and half')
  expect(text).toContain('[DONE]')
})

function goOn(response: Parameters<typeof stream>[0], ...texts: readonly string[]): void {
  for (const text of texts) response.write(text)
  response.end()
}

test('threads of the agent are asked of the model that is configured now', async () => {
  server.reload(read({ providers: [lab('two')] }))
  says('from two')
  expect(await (await chat('two-model')).text()).toContain('from two')
  server.reload(read({ providers: [lab('three')] }))
  says('from three')
  expect(await (await chat('three-model')).text()).toContain('from three')
  expect((await chat('two-model')).status).toBe(404)
})

test('what needs a restart is named and stays as it is', () => {
  const changed = {
    providers: [lab('two')],
    agent: { folder: join(folder, 'elsewhere') },
    secret: 'another secret of ours',
    traffic: false,
  }
  expect(server.reload({ ...read(changed), host: '0.0.0.0', agent: { ...read({}).agent, folder: 'x' } })).toEqual([
    'host',
    'secret',
    'agent',
    'traffic',
  ])
})

test('a server that others reach does not lose its token to a file without one', async () => {
  const open = { ...read({ token: 'a-token-of-ours', agent: { folder: join(folder, 'open') } }), host: '0.0.0.0' }
  const reached = await startServer({ config: open, log: silentLog })
  try {
    expect(() => reached.reload({ ...read({}), host: '0.0.0.0' })).toThrow('Without a token')
    expect((await fetch(new URL('api/models', reached.address.replace('0.0.0.0', '127.0.0.1')))).status).toBe(401)
  } finally {
    await reached.stop(0)
  }
})
