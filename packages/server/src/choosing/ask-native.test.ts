import type { ServerResponse } from 'node:http'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ gets: true })
})
afterAll(() => upstream.close())
beforeEach(() => upstream.bodies.splice(0))

const TOOLS = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }]
const CALL = { tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'report_ready', arguments: '{}' } }] }

const says = (delta: object) => (response: ServerResponse) => {
  stream(response, chunk({ role: 'assistant', ...delta }), chunk({}, 'stop'), DONE)
  response.end()
}
const refuses = (status: number, message: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message } }))
}

const started = (env: Record<string, string> = {}) =>
  createApp(readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_URL: upstream.url, PARLEY_MODELS: 'Qwen3-8B', ...env } }))

async function ask(app: ReturnType<typeof started>, body: object = { tools: TOOLS }, headers: Record<string, string> = {}) {
  const messages = [{ role: 'user', content: 'go' }]
  const request = { method: 'POST', body: JSON.stringify({ model: 'Qwen3-8B', messages, ...body }), headers }
  return await app.request('/v1/chat/completions', request)
}
const spoken = async (app: ReturnType<typeof started>): Promise<unknown> => {
  const list: unknown = await (await app.request('/api/models')).json()
  return isJsonObject(list) && Array.isArray(list['models']) ? list['models'][0] : undefined
}
const sent = (): readonly JsonObject[] => upstream.bodies.map((body) => JSON.parse(body))
const questions = () => sent().filter((body) => JSON.stringify(body).includes('report_ready'))

test('a server that calls tools natively is asked once, and then gets the tools as they are', async () => {
  upstream.behave(says(CALL))
  const app = started()
  expect(await spoken(app)).toMatchObject({ dialect: 'hermes', dialectReason: 'its name says Qwen3, which speaks it' })
  await Promise.all([ask(app), ask(app)])
  await ask(app)
  expect(questions()).toHaveLength(1)
  expect(questions()[0]).toMatchObject({ max_tokens: 400, tools: [{ function: { name: 'report_ready' } }] })
  for (const body of sent().slice(1)) expect(body).toMatchObject({ tools: TOOLS.map(({ type }) => ({ type })) })
  expect(await spoken(app)).toMatchObject({
    dialect: 'native',
    native: true,
    dialectReason: 'it was asked once, and called a tool natively',
  })
})

test.each([
  ['refuses tools', refuses(400, '"auto" tool choice requires --enable-auto-tool-choice')],
  ['answers with words', says({ content: 'I am ready.' })],
])('a server that %s is asked once, and its model is taught as its name tells', async (_what, behaviour) => {
  upstream.behave(behaviour)
  const app = started()
  await ask(app)
  await ask(app)
  expect(questions()).toHaveLength(1)
  expect(sent().at(-1)).not.toHaveProperty('tools')
  expect(JSON.stringify(sent().at(-1))).toContain('<tool_call>')
  expect(await spoken(app)).toMatchObject({ dialect: 'hermes' })
})

test('a server that is out of order is asked again, but not for ever', async () => {
  upstream.behave(refuses(503, 'loading'))
  const app = started()
  for (let time = 0; time < 5; time++) await ask(app)
  expect(questions()).toHaveLength(3)
})

test.each([
  ['the setting is off', { PARLEY_ASK_NATIVE: 'no' }, undefined, {}],
  ['the dialect is configured', { PARLEY_DIALECT: 'hermes' }, undefined, {}],
  ['the request names a dialect', {}, undefined, { 'x-parley-dialect': 'hermes' }],
  ['no tools are offered', {}, {}, {}],
  ['no tool may be called', {}, { tools: TOOLS, tool_choice: 'none' }, {}],
] as const)('nobody is asked where %s', async (_where, env, body, headers) => {
  upstream.behave(says({ content: 'Hello.' }))
  expect((await ask(started(env), body, headers)).status).toBe(200)
  expect(sent()).toHaveLength(1)
  expect(questions()).toHaveLength(0)
})

test('what was measured outweighs the name, and what is configured outweighs both', async () => {
  const record = { model: 'Qwen3-8B', provider: 'custom', choice: 'qwen3-coder', reason: 'the doctor measured it' }
  const records = { find: () => record, keep: () => undefined }
  const app = (env: object) =>
    createApp(readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_URL: upstream.url, PARLEY_MODELS: 'Qwen3-8B', ...env } }), {
      records,
    })
  expect(await spoken(app({}))).toMatchObject({ dialect: 'qwen3-coder', dialectReason: 'the doctor measured it' })
  expect(await spoken(app({ PARLEY_DIALECT: 'react' }))).toMatchObject({
    dialect: 'react',
    dialectReason: 'set in the configuration',
  })
})

test('a vendor whose models take tools is not asked', async () => {
  const config = readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_URL: 'https://api.deepseek.com/v1', PARLEY_MODELS: 'x' } })
  expect(await spoken(createApp(config))).toMatchObject({ dialect: 'native', dialectReason: 'the vendor takes tools natively' })
})

test('a list of models that says what they take is believed', async () => {
  const list = {
    data: [{ id: 'a', supported_parameters: ['tools'] }, { id: 'b', capabilities: { function_calling: false } }, { id: 'c' }],
  }
  upstream.behave((response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list)))
  const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_URL: upstream.url } }))
  expect(await (await app.request('/api/models')).json()).toMatchObject({
    models: [
      { id: 'a', dialect: 'native', dialectReason: 'its server says that it takes tools' },
      { id: 'b', dialect: 'auto', dialectReason: 'its server says that it takes no tools' },
      { id: 'c', dialect: 'auto' },
      { id: 'demo-scripted' },
    ],
  })
})
