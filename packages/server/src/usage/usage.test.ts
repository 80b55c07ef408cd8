import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { agentApps, calls, pageTools, says } from '../testing/agent-app.ts'
import { chunk, DONE } from '../testing/chunks.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { productOf } from './asker.ts'
import type { UsageDay, UsageRow } from './usage-rows.ts'

let upstream: Upstream
let app: ReturnType<typeof createApp>

const COUNTED =
  'data: {"choices":[],"usage":{"prompt_tokens":30,"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":20}}}\n\n'
const counts = (text: string) => (response: Parameters<typeof stream>[0]) => {
  stream(response, chunk({ content: text }), chunk({}, 'stop'), COUNTED, 'data: [DONE]\n\n')
  response.end()
}
const TOKENS = { anna: 'token-of-anna', ben: 'token-of-ben' }

beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())
const open = (file: object = {}) => {
  const providers = [{ id: 'lab', kind: 'openai-compatible', url: upstream.url, models: [{ id: 'm', dialect: 'hermes' }] }]
  return createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file: JSON.stringify({ providers, ...file }) }))
}
beforeEach(() => {
  upstream.behave(counts('Good day.'))
  app = open()
})

const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
  await app.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'user-agent': 'house-cli/1.2 (x)', ...headers },
  })
const rows = async (
  from = app,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<readonly UsageRow[]> => {
  const { days } = (await (await from.request('/api/usage', { headers })).json()) as { days: readonly UsageDay[] }
  return days.flatMap((day) => day.rows)
}

const as = (token: string) => ({ authorization: `Bearer ${token}` })
const said = [{ role: 'user', content: 'Hi' }]
const parts = [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'Hi' }] }]
const DOORS: readonly [path: string, body: object, headers?: Record<string, string>][] = [
  ['/v1/chat/completions', { model: 'm', messages: said }],
  ['/v1/chat/completions', { model: 'm', messages: said, stream: true }],
  ['/v1/responses', { model: 'm', input: 'Hi' }],
  ['/v1/responses', { model: 'm', input: 'Hi', stream: true }],
  ['/v1/messages', { model: 'm', messages: said, max_tokens: 9 }],
  ['/v1/messages', { model: 'm', messages: said, max_tokens: 9, stream: true }],
  ['/v1beta/models/m:generateContent', { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }],
  ['/v1beta/models/m:streamGenerateContent', { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }],
  ['/ollama/api/chat', { model: 'm', messages: said }],
  ['/ollama/api/generate', { model: 'm', prompt: 'Hi', stream: false }],
  ['/api/chat', { messages: said, config: { model: 'm' } }],
  ['/api/chat', { messages: said, config: { model: 'm' } }, { accept: 'application/json' }],
  ['/api/respond', { model: 'm', messages: parts }],
]

test.each(DOORS)('an answer at %s is counted once, with what the vendor counted', async (path, body, headers) => {
  const response = await post(path, body, headers)
  expect(response.status, await response.text()).toBe(200)
  await vi.waitFor(async () =>
    expect(await rows()).toEqual([
      {
        client: 'house-cli',
        model: 'm',
        answers: 1,
        inputTokens: 30,
        outputTokens: 4,
        cachedInputTokens: 20,
        estimated: 0,
        ms: expect.any(Number),
      },
    ]),
  )
})

test('what is only passed on is counted, too, with the tokens that its last bytes tell', async () => {
  upstream.behave((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(`{"data":[{"embedding":[${'0.125,'.repeat(3000)}1]}],"usa`)
    response.end('ge":{"prompt_tokens":7,"total_tokens":7}}')
  })
  await (await post('/v1/embeddings', { model: 'm', input: 'words' })).text()
  expect(await rows()).toMatchObject([{ client: 'house-cli', model: 'm', answers: 1, inputTokens: 7, outputTokens: 0 }])
})

const apps = agentApps()
test('every step of an agent is counted, for whoever owns the thread', async () => {
  const told = calls(['read', { path: '/x' }]).map((event) =>
    event.type === 'message-end' ? { ...event, usage: { inputTokens: 5, outputTokens: 2 } } : event,
  )
  const agent = await apps({ steps: [told, says('word '.repeat(40))], config: { tokens: TOKENS } })
  const anna = { headers: as(TOKENS.anna) }
  const body = { messages: said, config: { mode: 'agent', model: 'actor', threadId: 't' }, tools: pageTools('read') }
  await (await agent.send('/api/chat', body, anna)).text()
  await (
    await agent.send('/api/threads/t/resume', { answers: [{ type: 'result', callId: 'call_1', content: 'x' }] }, anna)
  ).text()
  const [row] = await vi.waitFor(async () => {
    const found = await rows(agent.app, anna.headers)
    expect(found).toMatchObject([{ client: 'anna', model: 'actor', answers: 2, estimated: 1 }])
    return found
  })
  expect(row?.outputTokens).toBeGreaterThan(2 + 40)
})

describe('tokens that nobody counted', () => {
  test('are estimated, and marked', async () => {
    upstream.behave((response) => {
      stream(response, chunk({ content: 'word '.repeat(80) }), DONE)
      response.end()
    })
    await (await post('/api/respond', { model: 'm', messages: parts })).text()
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ answers: 1, estimated: 1, outputTokens: 100 }]))
    expect((await rows())[0]?.inputTokens).toBeGreaterThan(0)
  })

  test('of an answer whose reader leaves are those that came until then', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    upstream.behave((response) => {
      response.once('close', resolve)
      stream(response, chunk({ content: 'word '.repeat(40) }))
    })
    const response = await post('/v1/chat/completions', { model: 'm', messages: said, stream: true })
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await gone
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ answers: 1, estimated: 1, outputTokens: 50 }]))
    expect(await (await app.request('/metrics')).text()).toContain(
      'parley_answers_total{client="house-cli",model="m",end="left"} 1',
    )
  })

  test('of a model that was never reached are none', async () => {
    upstream.behave((response) => void response.writeHead(401, { 'content-type': 'application/json' }).end('{}'))
    expect((await post('/v1/chat/completions', { model: 'm', messages: said })).status).toBe(403)
    expect(await rows()).toMatchObject([{ answers: 1, inputTokens: 0, outputTokens: 0, estimated: 0 }])
  })
})

test('a model that is asked twice for one answer has read twice', async () => {
  upstream.behave(counts('I would rather talk.'))
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
  await post('/v1/chat/completions', { model: 'm', messages: said, tools, tool_choice: 'required' })
  expect(await rows()).toMatchObject([{ answers: 1, inputTokens: 60, outputTokens: 8 }])
})

describe('who asked', () => {
  test.each([
    ['claude-cli/2.1.0 (external, cli)', 'claude-cli'],
    ['OpenAI/JS 7.53.0', 'OpenAI/JS'],
    ['ai-sdk/openai-compatible/3.0.86 ai/7', 'ai-sdk/openai-compatible'],
    ['codex_cli_rs/0.166.0 (Debian)', 'codex_cli_rs'],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/150', 'browser'],
    ['', 'unnamed'],
    ['<script>alert(1)</script>', 'scriptalert'],
    ['sk-proj-abcdefgh', 'unnamed'],
    ['a8f3c2d19e4b57f60a8f3c2d', 'unnamed'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('as %j is told as %j', (userAgent, product) => expect(productOf(userAgent)).toBe(product))

  test('is the name of the token, which sees its own; the token itself is nowhere', async () => {
    app = open({ tokens: TOKENS, token: 'token-of-house' })
    for (const token of Object.values(TOKENS))
      await (await post('/v1/chat/completions', { model: 'm', messages: said }, as(token))).text()
    expect((await rows(app, as('token-of-house'))).map(({ client }) => client)).toEqual(['anna', 'ben'])
    expect((await rows(app, as(TOKENS.ben))).map(({ client }) => client)).toEqual(['ben'])
    const metrics = await (await app.request('/metrics', { headers: as('token-of-house') })).text()
    expect(metrics).toContain('parley_tokens_total{client="anna",model="m",kind="input",estimated="false"} 30')
    expect(metrics + JSON.stringify(await rows(app, as('token-of-house')))).not.toMatch(/token-of/)
  })

  test('is asked of no other program on this computer', async () => {
    expect((await app.request('/api/usage')).status).toBe(403)
  })

  test('cannot fill the metrics with names', async () => {
    for (let made = 0; made < 130; made++)
      await (await post('/v1/chat/completions', { model: 'm', messages: said }, { 'user-agent': `name-${made}"}` })).text()
    const lines = (await (await app.request('/metrics')).text())
      .split('\n')
      .filter((line) => line.startsWith('parley_answers_total{'))
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('parley_answers_total{client="others",model="others",end="done"} 30')
    expect(await rows()).toHaveLength(101)
  })
})
