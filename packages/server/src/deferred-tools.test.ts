import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { chunk, DONE } from './testing/chunks.ts'
import { startUpstream, stream, type Upstream } from './testing/upstream.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.behave((response) => {
    stream(response, chunk({ content: 'Done.' }), DONE)
    response.end()
  })
  const up = { kind: 'openai-compatible', url: upstream.url }
  const file = JSON.stringify({
    providers: [
      {
        id: 'up',
        ...up,
        models: [
          { id: 'text', dialect: 'hermes' },
          { id: 'native', dialect: 'native' },
        ],
      },
      { id: 'claude', kind: 'anthropic', url: upstream.url, models: [{ id: 'claude' }] },
    ],
  })
  app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }))
})
afterAll(() => upstream.close())

const tools = [
  { name: 'search_tools', input_schema: { type: 'object' } },
  { name: 'send_mail', description: 'Sends mail.', input_schema: { type: 'object' }, defer_loading: true },
  { type: 'web_search_20250305', name: 'web_search' },
]
const asking = [{ role: 'user', content: 'hi' }]
const found = [
  ...asking,
  { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'search_tools', input: {} }] },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'tool_reference', tool_name: 'send_mail' }] }],
  },
]

async function ask(model: string, messages: readonly object[]) {
  const response = await app.request('/v1/messages', {
    method: 'POST',
    body: JSON.stringify({ model, max_tokens: 9, messages, tools }),
  })
  return { ignored: response.headers.get('x-parley-ignored'), sent: upstream.bodies.at(-1) ?? '' }
}

test.each(['text', 'native'])('a %s model is told of a deferred tool once a result refers to it', async (model) => {
  const before = await ask(model, asking)
  expect(before.sent).toContain('search_tools')
  expect(before.sent).not.toContain('send_mail')
  expect(before.ignored).toBe('tools.web_search_20250305')
  expect((await ask(model, found)).sent).toContain('Sends mail.')
})

test("the vendor's own model is told of all, and knows itself which wait", async () => {
  expect((await ask('claude', asking)).sent).toContain('"defer_loading":true')
})
