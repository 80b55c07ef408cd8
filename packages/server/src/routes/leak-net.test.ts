import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'

const CALL = '<invoke name="f">\n<parameter name="a">1</parameter>\n</invoke>'
const parameters = { type: 'object', properties: { a: { type: 'integer' } } }

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response) => {
    stream(response, chunk({ role: 'assistant', content: 'I look.\n' }), chunk({ content: CALL }), chunk({}, 'stop'), DONE)
    response.end()
  })
})
afterAll(() => upstream.close())

const started = (env: object = {}) =>
  createApp(
    readConfig({
      env: { PARLEY_DISCOVER: 'no', PARLEY_URL: upstream.url, PARLEY_MODELS: 'm', PARLEY_DIALECT: 'native', ...env },
    }),
  )

async function atGateway(headers: Record<string, string> = {}, env: object = {}): Promise<unknown> {
  const tools = [{ type: 'function', function: { name: 'f', parameters } }]
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'go' }], tools })
  return await (await started(env).request('/v1/chat/completions', { method: 'POST', body, headers })).json()
}

async function atRespond(more: object = {}): Promise<string> {
  const messages = [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'go' }] }]
  const body = JSON.stringify({ model: 'm', messages, tools: [{ name: 'f', description: '', parameters }], ...more })
  return await (await started().request('/api/respond', { method: 'POST', body })).text()
}

const CAUGHT = {
  choices: [
    {
      finish_reason: 'tool_calls',
      message: { content: 'I look.\n', tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] },
    },
  ],
}
const PASSED = { choices: [{ finish_reason: 'stop', message: { content: `I look.\n${CALL}` } }] }

test('at the gateway a call that a native model writes as text is a call', async () => {
  expect(await atGateway()).toMatchObject(CAUGHT)
})

test('it stays text where the server or the request says so', async () => {
  expect(await atGateway({ 'x-parley-leak-net': 'off' })).toMatchObject(PASSED)
  expect(await atGateway({}, { PARLEY_LEAK_NET: 'no' })).toMatchObject(PASSED)
  expect(await atGateway({ 'x-parley-leak-net': 'on' }, { PARLEY_LEAK_NET: 'no' })).toMatchObject(CAUGHT)
})

test('the page is told that it leaked, unless it asked for the text', async () => {
  expect(await atRespond()).toContain('"id":"leaked"')
  expect(await atRespond({ leakNet: false })).not.toContain('tool-call')
})
