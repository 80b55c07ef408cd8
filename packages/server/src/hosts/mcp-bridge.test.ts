import { PassThrough } from 'node:stream'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import { expect, test, vi } from 'vitest'
import { everything, list, type McpLab, mcpLabs } from '../mcp/testing/mcp-lab.ts'
import { bridgeMcp } from './mcp-bridge.ts'

const open = mcpLabs()

/** A client that speaks over standard streams. */
function startClient(url: string) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const heard: JsonObject[] = []
  output.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter(Boolean)) {
      const message: unknown = JSON.parse(line)
      if (isJsonObject(message)) heard.push(message)
    }
  })
  const over = bridgeMcp({ url, input, output })
  let ids = 0
  const say = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return {
    heard,
    say,
    end: async () => {
      input.end()
      await over
    },
    /** The id of the request. */
    ask(method: string, params: object = {}): number {
      say({ id: ++ids, method, params })
      return ids
    },
    async answer(id: number): Promise<JsonObject> {
      await vi.waitFor(() => expect(heard.some((message) => message['id'] === id)).toBe(true), { timeout: 20_000 })
      return heard.find((message) => message['id'] === id) ?? {}
    },
  }
}

const HELLO = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'cursor', version: '1' } }

async function waiting(lab: McpLab): Promise<readonly JsonObject[]> {
  const response = await fetch(`${lab.url}/api/threads?status=waiting`)
  const value: unknown = await response.json()
  return isJsonObject(value) ? list(value['threads']) : []
}

test('a client over standard streams lists the tools, and its call waits under its name until it is decided', async () => {
  const lab = await open({ everything: everything() }, { waiting: { beatMs: 20 } })
  const client = startClient(lab.url)
  expect(await client.answer(client.ask('initialize', HELLO))).toMatchObject({ result: { serverInfo: { name: 'parley' } } })
  client.say({ method: 'notifications/initialized' })
  expect(await client.answer(client.ask('tools/list'))).toMatchObject({ result: { tools: expect.any(Array) } })
  const id = client.ask('tools/call', { name: 'browser_js_eval', arguments: { code: '1' }, _meta: { progressToken: 7 } })
  await vi.waitFor(async () => expect(await waiting(lab)).toMatchObject([{ id: 'guest:cursor' }]))
  await vi.waitFor(() => expect(client.heard.some(({ method }) => method === 'notifications/progress')).toBe(true))
  const [thread] = await waiting(lab)
  const [call] = list(thread?.['pending'])
  await fetch(`${lab.url}/api/threads/guest:cursor/resume`, {
    method: 'POST',
    headers: { origin: lab.url, 'content-type': 'application/json' },
    body: JSON.stringify({ answers: [{ type: 'reject', callId: call?.['callId'], reason: 'no need' }] }),
  })
  expect(JSON.stringify(await client.answer(id))).toContain('no need')
  await client.end()
})

test('a call that is taken back, or whose client ends, is withdrawn', async () => {
  const lab = await open({ none: { ...everything(), disabled: true } })
  const client = startClient(lab.url)
  await client.answer(client.ask('initialize', HELLO))
  const call = () => client.ask('tools/call', { name: 'browser_js_eval', arguments: { code: '1' } })
  const first = call()
  await vi.waitFor(async () => expect(await waiting(lab)).toHaveLength(1))
  client.say({ method: 'notifications/cancelled', params: { requestId: first } })
  await vi.waitFor(async () => expect(await waiting(lab)).toHaveLength(0))
  call()
  await vi.waitFor(async () => expect(await waiting(lab)).toHaveLength(1))
  await client.end()
  await vi.waitFor(async () => expect(await waiting(lab)).toHaveLength(0))
})

test('a client whose server is stopped, or is not there, hears what to do', async () => {
  const lab = await open({ none: { ...everything(), disabled: true } })
  const client = startClient(lab.url)
  await client.answer(client.ask('initialize', HELLO))
  const id = client.ask('tools/call', { name: 'browser_js_eval', arguments: { code: '1' } })
  await vi.waitFor(async () => expect(await waiting(lab)).toHaveLength(1))
  await lab.stop()
  expect(JSON.stringify(await client.answer(id))).toContain('Parley is being stopped')
  const late = client.ask('tools/call', { name: 'browser_js_eval', arguments: { code: '1' } })
  const answer = await client.answer(late)
  expect(answer).toMatchObject({ result: { isError: true } })
  expect(JSON.stringify(answer)).toContain('Parley is not running at')
  await client.end()
})
