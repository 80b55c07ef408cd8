import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject } from '@parley/dialects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../hosts/node.ts'
import { chunk } from '../testing/chunks.ts'
import { DOORS } from '../testing/doors.ts'
import { startUpstream, stream, type Upstream } from '../testing/upstream.ts'
import { createBudgetMemory } from './budget-book.ts'
import { createBudgets } from './budgets.ts'

const START = Date.UTC(2026, 0, 31, 23, 58, 30)
const usage = { inputTokens: 700, outputTokens: 300, cachedInputTokens: 500 }

/** One who may use so much, and a clock. */
function lab(budget: object, prices: object = {}) {
  let time = START
  const { budgets: given, prices: known } = readConfig({ env: {}, file: JSON.stringify({ budgets: { house: budget }, prices }) })
  const memory = createBudgetMemory()
  const budgets = createBudgets({ budgets: given, prices: known, book: () => memory, now: () => time })
  return {
    ask: async () =>
      await budgets.admit('house').then(
        () => 'admitted',
        (error: Error) => error.message,
      ),
    spend: (model = 'm') => budgets.spend({ asker: { owner: 'house' }, provider: 'lab', model, usage }),
    pass: (minutes: number) => void (time += minutes * 60_000),
  }
}

describe('a budget', () => {
  test('of requests holds for its span, and begins again with the next', async () => {
    const { ask, pass } = lab({ minute: { requests: 2 } })
    expect([await ask(), await ask()]).toEqual(['admitted', 'admitted'])
    expect(await ask()).toMatch(/^The budget of 2 requests a minute of `house` is used up\. .* 2026-01-31 23:59 UTC/)
    pass(1)
    expect(await ask()).toBe('admitted')
  })

  test('is held however many ask at once', async () => {
    const { ask } = lab({ day: { requests: 20 } })
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(answers.filter((answer) => answer === 'admitted')).toHaveLength(20)
  })

  test('of tokens counts what was read and written, once it is known: answers under way may go beyond', async () => {
    const { ask, spend, pass } = lab({ day: { tokens: 1500 } })
    expect(await ask()).toBe('admitted')
    await spend()
    expect(await ask()).toBe('admitted')
    await spend()
    expect(await ask()).toMatch(/budget of 1500 tokens a day .* 2026-02-01 00:00 UTC/)
    pass(2)
    expect(await ask()).toBe('admitted')
  })

  test('of money goes by the prices, and what has none costs nothing', async () => {
    const { ask, spend, pass } = lab(
      { month: { money: 0.001 } },
      { 'lab/*': { input: 1, output: 2, cachedInput: 0.1 }, 'lab/free-*': { input: 0, output: 0 } },
    )
    await ask()
    await spend('free-one')
    expect(await ask()).toBe('admitted')
    // 200 · 1 + 500 · 0.1 + 300 · 2 = 850 of a million.
    await spend()
    expect(await ask()).toBe('admitted')
    await spend()
    expect(await ask()).toMatch(/budget of 0\.001 \(money\) a month .* 2026-02-01 00:00 UTC/)
    pass(2)
    expect(await ask()).toBe('admitted')
  })

  test('of a day is not touched by what the minute refused', async () => {
    const { ask, pass } = lab({ minute: { requests: 1 }, day: { requests: 2 } })
    await ask()
    for (let again = 0; again < 5; again++) expect(await ask()).toContain('a minute')
    pass(1)
    expect(await ask()).toBe('admitted')
    expect(await ask()).toContain('2 requests a day')
  })
})

test.each([
  [{ budgets: { nobody: { day: { requests: 1 } } } }, /budgets\.nobody.*names nobody/],
  [{ budgets: { house: { week: { requests: 1 } } } }, /budgets\.house/],
  [{ budgets: { house: { day: { requests: -1 } } } }, /budgets\.house\.day\.requests/],
  [{ prices: { m: { input: 1 } } }, /prices\.m\.output/],
])('a mistake is told at the start: %j', (settings, problem) => {
  expect(() => readConfig({ env: {}, file: JSON.stringify(settings) })).toThrow(problem)
})

describe('at the doors', () => {
  let upstream: Upstream
  let server: RunningServer
  let folder: string
  const tokens = Object.fromEntries(DOORS.map((_, index) => [`guest${index}`, `token-of-guest-${index}`]))

  beforeAll(async () => {
    upstream = await startUpstream()
    upstream.behave((response, request) => {
      if (request.url?.endsWith('/embeddings'))
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
      stream(response, chunk({ role: 'assistant', content: 'Hello' }), chunk({}, 'stop'), 'data: [DONE]\n\n')
      return void response.end()
    })
    folder = await mkdtemp(join(tmpdir(), 'parley-budgets-'))
    const models = [{ id: 'm', dialect: 'native' }]
    const file = JSON.stringify({
      tokens: { ...tokens, other: 'token-of-another' },
      budgets: { '*': { month: { requests: 1 } }, other: { day: { tokens: 1 } } },
      providers: [{ id: 'up', kind: 'openai-compatible', url: upstream.url, models }],
      agent: { folder },
    })
    server = await startServer({ config: { ...readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), port: 0 } })
  })
  afterAll(async () => {
    await server.stop(0)
    await upstream.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => void (upstream.bodies.length = 0))

  const post = (path: string, body: object, token: string, accept = '*/*') =>
    fetch(`${new URL(server.url).origin}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, accept },
      body: JSON.stringify(body),
    })

  test.each(DOORS.map((door, index) => ({ at: door.name, door, index })))(
    '$at refuses in its own form, and says which budget it is and when it begins again',
    async ({ door, index }) => {
      const question = { model: 'm', words: 'Hello', stream: door.only === 'stream' }
      const ask = () => post(door.path(question), door.body(question), `token-of-guest-${index}`, door.accept?.(false))
      const first = await ask()
      expect(await first.text()).toContain('Hello')
      expect(first.status).toBe(200)
      const second = await ask()
      expect(second.status).toBe(429)
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
      const body: unknown = await second.json()
      expect(isJsonObject(body) && door.error(body)).toMatch(new RegExp(`budget of 1 request a month of \`guest${index}\`.*UTC`))
      expect(upstream.bodies).toHaveLength(1)
    },
  )

  test('what is estimated counts, and what is only passed on is counted as well', async () => {
    const chat = () =>
      post('v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: 'Hello' }] }, 'token-of-another')
    expect((await chat()).status).toBe(200)
    await expect.poll(async () => (await chat()).status).toBe(429)
    const refused = await post('v1/embeddings', { model: 'm', input: 'x' }, 'token-of-another')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      error: { type: 'rate_limit_error', message: expect.stringContaining('1 token a day') },
    })
  })
})

test('without a budget nobody is counted', async () => {
  const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' } }))
  const body = JSON.stringify({ model: 'demo-scripted:1', messages: [{ role: 'user', content: 'hi' }] })
  for (let again = 0; again < 3; again++)
    expect((await app.request('/v1/chat/completions', { method: 'POST', body })).status).toBe(200)
})
