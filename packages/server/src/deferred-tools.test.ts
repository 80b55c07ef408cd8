import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const plain = (name: string, description: string) => ({
  name,
  description,
  input_schema: { type: 'object' },
  defer_loading: true,
})

const play = (...replies: readonly string[]) => {
  const left = [...replies]
  upstream.bodies.splice(0)
  upstream.behave((response) => {
    stream(response, left.shift() ?? chunk({ content: 'Done.' }), DONE)
    response.end()
  })
}

describe.each([
  [
    'text',
    (name: string, input: object) =>
      chunk({ content: `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>` }),
  ],
  [
    'native',
    (name: string, input: object) =>
      chunk({ tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(input) } }] }),
  ],
] as const)('where the vendor is asked to find deferred tools, a %s model', (model, write) => {
  const many = [
    { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
    plain('mail__send', 'Sends a letter.'),
    ...Array.from({ length: 60 }, (_, index) => plain(`chess__move_${index}`, `Moves piece ${index} on the board.`)),
  ]
  const post = async (messages: readonly object[], more = {}) => {
    const body = JSON.stringify({ model, max_tokens: 9, messages, tools: many, ...more })
    const response = await app.request('/v1/messages', { method: 'POST', body })
    return { response, answer: (await response.json()) as { content: readonly object[]; stop_reason: string } }
  }

  test('is told of one tool that finds them, is answered here, and calls what it found; the client reads its own call alone', async () => {
    play(write('chess__move_7', {}), write('find_tools', { query: 'send a letter' }), write('mail__send', { to: 'Ann' }))
    const { response, answer } = await post(asking)
    expect(upstream.bodies).toHaveLength(3)
    expect(upstream.bodies[0]).toContain('find_tools')
    expect(upstream.bodies[0]).toContain('mail (1), chess (60)')
    expect(upstream.bodies[0]).not.toContain('Sends a letter.')
    expect(upstream.bodies[1]).toContain('Call find_tools first')
    expect(upstream.bodies[2]).toContain('Sends a letter.')
    expect(upstream.bodies[2]).not.toContain('Moves piece 7 ')
    expect(answer).toMatchObject({
      content: [{ type: 'tool_use', name: 'mail__send', input: { to: 'Ann' } }],
      stop_reason: 'tool_use',
    })
    expect(answer.content).toHaveLength(1)
    expect(response.headers.get('x-parley-ignored')).toBeNull()
  })

  test('still knows in the next request what it called, and what it must call', async () => {
    play()
    await post([
      ...asking,
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'mail__send', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'Sent.' }] },
    ])
    expect(upstream.bodies[0]).toContain('Sends a letter.')
    await post(asking, { tool_choice: { type: 'tool', name: 'chess__move_3' } })
    expect(upstream.bodies.join('')).toContain('Moves piece 3 ')
  })
})
