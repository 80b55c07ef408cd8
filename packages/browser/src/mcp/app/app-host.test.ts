import type { JsonObject } from '@parley/dialects'
import { expect, test } from 'vitest'
import { type AppHostOptions, createAppHost } from './app-host.ts'

function hostOf(more: Partial<AppHostOptions> = {}) {
  const sent: JsonObject[] = []
  const heard: (string | number)[] = []
  const host = createAppHost({
    send: (message) => sent.push(message),
    input: { city: 'Berlin' },
    result: { content: [{ type: 'text', text: 'Rain' }] },
    tool: { name: 'weather' },
    theme: 'dark',
    language: 'de',
    callTool: async (name) => ({ content: [{ type: 'text', text: name }] }),
    readResource: async (uri) => ({ contents: [{ uri }] }),
    openLink: async () => {
      throw new Error('The person said no.')
    },
    onMessage: (text) => heard.push(text),
    onHeight: (pixels) => heard.push(pixels),
    ...more,
  })
  const ask = async (method: string, params: JsonObject = {}, id = 1) => {
    host.hear({ jsonrpc: '2.0', id, method, params })
    await new Promise((resolve) => setTimeout(resolve))
    return sent.at(-1)
  }
  return { host, sent, heard, ask }
}

test('a view is greeted, and told its call only once it says that it is ready', async () => {
  const { host, sent, ask } = hostOf()
  expect(await ask('ui/initialize')).toMatchObject({ result: { hostContext: { theme: 'dark', locale: 'de' } } })
  expect(sent).toHaveLength(1)
  host.hear({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  expect(sent.slice(1)).toMatchObject([
    { method: 'ui/notifications/tool-input', params: { arguments: { city: 'Berlin' } } },
    { method: 'ui/notifications/tool-result', params: { content: [{ text: 'Rain' }] } },
  ])
})

test('what it asks for is answered by who decides, and a no is told', async () => {
  const { ask, heard } = hostOf()
  expect(await ask('tools/call', { name: 'weather', arguments: {} })).toMatchObject({
    result: { content: [{ text: 'weather' }] },
  })
  expect(await ask('ui/open-link', { url: 'https://x' })).toMatchObject({ error: { message: 'The person said no.' } })
  await ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Say this' }] })
  expect(heard).toEqual(['Say this'])
})

test('it is never higher than 800 pixels', () => {
  const { host, heard } = hostOf()
  for (const height of [120.5, 1_000_000, -1, 'x'])
    host.hear({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height } })
  expect(heard).toEqual([121, 800])
})

test('what nobody offers is refused by name, and nonsense is not heard', async () => {
  const { host, sent, ask } = hostOf()
  expect(await ask('sampling/createMessage')).toMatchObject({ error: { code: -32_601 } })
  expect(await ask('__proto__')).toMatchObject({ error: { code: -32_601 } })
  for (const message of [null, 7, 'x', [], {}, { jsonrpc: '2.0' }, { jsonrpc: '2.0', id: {}, method: 7 }]) host.hear(message)
  expect(sent).toHaveLength(2)
})

test('a view that asks without end is answered without end, and nobody is asked', () => {
  let asked = 0
  const { host, sent } = hostOf({
    callTool: () => {
      asked += 1
      return new Promise(() => {})
    },
  })
  for (let id = 0; id < 1000; id++) host.hear({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x' } })
  expect(asked).toBe(8)
  expect(sent).toHaveLength(992)
})
