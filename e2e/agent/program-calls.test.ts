import { openPostgresStore, openSqliteStore } from '@parley/server/agent'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  brokenServer,
  packServerReceipts,
  type ServerReceipts,
} from '../../packages/browser/src/capsule/receipts/server-receipts.ts'
import {
  type AgentApp,
  agentApp,
  agentApps,
  calls,
  pageTools,
  resultsIn,
  says,
} from '../../packages/server/src/testing/agent-app.ts'
import { defineBackendTool } from '../../packages/server/src/tools/backend-tool.ts'
import { startPostgres } from './harness/start-postgres.ts'

/** Programs that a page runs call tools of the server: in the real graph, on both stores. */
const postgres = await startPostgres()
afterAll(() => postgres.stop())
const start = agentApps()
let stores = 0

const STORES = {
  SQLite: async () => await openSqliteStore(':memory:', { replica: `here-${++stores}`, leaseMs: 10_000 }),
  PostgreSQL: async () => await openPostgresStore(await postgres.create(), { replica: `here-${++stores}`, leaseMs: 10_000 }),
}

function toolbox() {
  const ran: { readonly name: string; readonly input: object; readonly key: string | undefined }[] = []
  const tell = (name: string, input: object, key: string | undefined) => ran.push({ name, input, key })
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const tools = [
    defineBackendTool({
      name: 'look',
      description: 'Looks.',
      input: z.object({ at: z.string() }),
      async run(input, { idempotencyKey }) {
        tell('look', input, idempotencyKey)
        return { content: `saw ${input.at}`, data: { at: input.at } }
      },
    }),
    defineBackendTool({
      name: 'pay',
      description: 'Pays.',
      input: z.object({ amount: z.number() }),
      approval: ({ amount }) => (amount > 10 ? `It costs ${amount}.` : undefined),
      async run(input, { idempotencyKey }) {
        tell('pay', input, idempotencyKey)
        return `paid ${input.amount}`
      },
    }),
    defineBackendTool({
      name: 'wait',
      description: 'Takes its time.',
      input: z.object({}),
      async run(_, { idempotencyKey, signal }) {
        tell('wait', {}, idempotencyKey)
        await Promise.race([gate, new Promise((resolve) => signal.addEventListener('abort', resolve))])
        return 'waited'
      },
    }),
    defineBackendTool({
      name: 'fail',
      description: 'Fails.',
      input: z.object({}),
      async run() {
        throw new Error('no luck')
      },
    }),
    defineBackendTool({
      name: 'draw',
      description: 'Draws.',
      input: z.object({}),
      run: async () => ({ content: [{ type: 'file', mediaType: 'image/png', data: 'AAAA' }], data: 'x'.repeat(2_000_000) }),
    }),
  ]
  return { ran, tools, finish: () => open() }
}

const PROGRAM = { callId: 'call_1', by: 'rule' }
const call = (id: string, name: string, input: object, more: object = {}) => ({ ...PROGRAM, id, name, input, ...more })
const look = (id: string, at = 'a') => call(id, 'look', { at })

interface Told {
  readonly kind?: string
  readonly asks?: string
  readonly error?: { readonly code: string }
  readonly code?: string
  readonly result?: { readonly outcome: string; readonly content: readonly { readonly text?: string }[]; readonly data?: unknown }
}

async function make(app: AgentApp, body: object): Promise<Told & { readonly status: number }> {
  const response = await app.send('/api/threads/t/call', body)
  return { status: response.status, ...((await response.json()) as Told) }
}

const wordsOf = ({ result }: Told) => `${result?.outcome}: ${result?.content.map(({ text }) => text ?? '').join('\n')}`
const receiptsOf = async (app: AgentApp) => (await (await app.send('/api/threads/t/receipts')).json()) as ServerReceipts
const factsOf = async (app: AgentApp) =>
  (await receiptsOf(app)).chain.map(({ facts }) => [
    facts['callId'],
    facts['name'],
    facts['decision'],
    facts['by'],
    facts['rule'],
  ])
const runs = [calls(['run', { code: '…' }], ['read_page', {}]), says('Done.'), says('More.')]

async function ask(app: AgentApp, text = 'Go.') {
  await app.events('/api/chat', {
    messages: [{ role: 'user', content: text }],
    config: { mode: 'agent', model: 'actor', threadId: 't', programs: ['run'] },
    tools: pageTools('run', 'read_page'),
  })
}

const end = (app: AgentApp) =>
  app.answer(
    't',
    { type: 'result', callId: 'call_1', content: 'program over' },
    { type: 'result', callId: 'call_2', content: 'a page' },
  )

describe.each(['SQLite', 'PostgreSQL'] as const)('a program of a thread on %s', (name) => {
  const open = async () => {
    const box = toolbox()
    const app = await start({ steps: runs, tools: box.tools, store: await STORES[name]() })
    await ask(app)
    return { app, ...box }
  }
  test('calls a tool of the server: it runs once however often it is asked for, with a receipt, and the model reads the program alone', async () => {
    const { app, ran } = await open()
    expect((await app.thread('t')).pending).toMatchObject([
      { callId: 'call_1', kind: 'page', mayCall: true },
      { callId: 'call_2', kind: 'page' },
    ])
    expect(app.requests[0]?.tools?.map((tool) => tool.name)).toEqual(['run', 'read_page'])
    const first = await make(app, look('1.0'))
    expect([first.status, wordsOf(first), first.result?.data]).toEqual([200, 'ok: saw a', { at: 'a' }])
    expect((await app.thread('t')).status).toBe('waiting')
    await make(app, look('1.1', 'b'))
    expect(await make(app, look('1.0'))).toEqual(first)
    expect(ran.map(({ input }) => input)).toEqual([{ at: 'a' }, { at: 'b' }])
    expect(new Set(ran.map(({ key }) => key)).size).toBe(2)
    expect(await factsOf(app)).toEqual([])
    await end(app)
    expect(resultsIn(app.requests[1]?.messages ?? [])).toEqual(['ok: program over', 'ok: a page'])
    const receipts = await receiptsOf(app)
    expect(await factsOf(app)).toEqual([
      ['call_1/1.0', 'look', 'allow', 'rule', 'server-tool'],
      ['call_1/1.1', 'look', 'allow', 'rule', 'server-tool'],
      ['call_1', 'run', 'result', 'page', 'page-tool'],
      ['call_2', 'read_page', 'result', 'page', 'page-tool'],
    ])
    const packed = await packServerReceipts(receipts, [])
    expect(packed && (await brokenServer({ thread: { id: 't' } }, packed, []))).toBeUndefined()
  })

  test('is asked as the tool asks: nothing runs until the reason was shown, and then with what the user made of it', async () => {
    const { app, ran } = await open()
    const pay = (more: object = {}) => make(app, call('1.0', 'pay', { amount: 50 }, more))
    const judge = async (amount: number) =>
      await (await app.send('/api/threads/t/judge', { name: 'pay', input: { amount } })).json()
    expect(await judge(50)).toEqual({ kind: 'judged', asks: 'It costs 50.' })
    expect(await judge(5)).toEqual({ kind: 'judged' })
    expect(await pay()).toMatchObject({ kind: 'judged', asks: 'It costs 50.' })
    expect(await pay({ shown: 'It costs 5.', by: 'person' })).toMatchObject({ kind: 'judged', asks: 'It costs 50.' })
    // Nor with arguments that nobody would ask about, and others put in their place.
    const swapped = call('1.5', 'pay', { amount: 1 }, { edited: { amount: 99 }, by: 'person' })
    expect(await make(app, swapped)).toMatchObject({ kind: 'judged', asks: 'It costs 99.' })
    expect(ran).toEqual([])
    const paid = await pay({ shown: 'It costs 50.', by: 'person', edited: { amount: 20 } })
    expect(wordsOf(paid)).toBe('ok: The user changed the arguments before this call ran. It ran with: {"amount":20}\npaid 20')
    expect(ran.map(({ input }) => input)).toEqual([{ amount: 20 }])
    await make(app, call('1.1', 'pay', { amount: 60 }, { shown: 'It costs 60.' }))
    await end(app)
    expect((await factsOf(app)).slice(0, 2)).toEqual([
      ['call_1/1.0', 'pay', 'edit', 'person', 'server-tool-asks'],
      ['call_1/1.1', 'pay', 'allow', 'rule', 'server-tool-asks'],
    ])
  })

  test('gets nothing that it may not have: no other tool, no other call, no second meaning, nothing before or after it', async () => {
    const { app, ran } = await open()
    const refused = async (body: object) => {
      const { status } = await make(app, body)
      return status
    }
    expect(await refused(call('1.0', 'read_page', {}))).toBe(404)
    expect(await refused({ ...look('1.0'), callId: 'call_2' })).toBe(400)
    expect(await refused({ ...look('1.0'), callId: 'call_9' })).toBe(409)
    expect(await refused(look('one'))).toBe(400)
    expect(ran).toEqual([])
    await make(app, look('1.0'))
    expect(await refused(look('1.0', 'b'))).toBe(409)
    await end(app)
    expect(await refused(look('1.1'))).toBe(409)
    expect(await refused(look('1.0'))).toBe(200)
    expect(ran).toHaveLength(1)
    expect((await app.send('/api/threads/u/call', look('1.0'))).status).toBe(404)
  })

  test('of which two pages ask for the same at once gets one run and one result', async () => {
    const { app, ran, finish } = await open()
    const asking = [1, 2, 3, 4].map(() => make(app, call('1.0', 'wait', {})))
    await expect.poll(() => ran.length).toBe(1)
    expect((await app.thread('t')).status).toBe('running')
    expect((await app.thread('t')).pending).toHaveLength(2)
    expect((await make(app, call('1.0', 'wait', { other: 1 }))).status).toBe(409)
    finish()
    expect((await Promise.all(asking)).map(wordsOf)).toEqual(Array.from({ length: 4 }, () => 'ok: waited'))
    expect(ran).toHaveLength(1)
  })

  test('hears what went wrong, and gets pictures and much of anything', async () => {
    const { app } = await open()
    expect(wordsOf(await make(app, call('1.0', 'fail', {})))).toContain('no luck')
    const drawn = await make(app, call('1.1', 'draw', {}))
    expect(drawn.result?.content).toEqual([{ type: 'file', mediaType: 'image/png', data: 'AAAA' }])
    expect(drawn.result?.data).toHaveLength(2_000_000)
    expect(wordsOf(await make(app, call('1.2', 'look', {})))).toMatch(/^error: The argument `at` is wrong/)
    await end(app)
    expect((await factsOf(app)).map(([id]) => id)).toEqual(['call_1/1.0', 'call_1/1.1', 'call_1/1.2', 'call_1', 'call_2'])
  })

  test('loses one call by Stop on it, and everything by Stop on the turn, which says so', async () => {
    const { app, ran } = await open()
    const one = make(app, call('1.0', 'wait', {}))
    await expect.poll(() => ran.length).toBe(1)
    expect((await app.send(`/api/threads/t/cancel?call=${encodeURIComponent('call_1/1.0')}`, {})).status).toBe(200)
    expect(wordsOf(await one)).toContain('cancelled')
    expect((await app.thread('t')).status).toBe('waiting')
    const other = make(app, call('1.1', 'wait', {}))
    await expect.poll(() => ran.length).toBe(2)
    await app.send('/api/threads/t/cancel', {})
    expect(wordsOf(await other)).toContain('cancelled')
    await app.send('/api/threads/t/cancel', {})
    const stopped = await app.thread('t')
    expect(stopped.status).toBe('idle')
    expect(resultsIn(stopped.messages)[0]).toMatch(/^cancelled: The user stopped the turn.*Some of it may have run/)
    expect((await make(app, look('1.2'))).status).toBe(409)
    expect((await factsOf(app)).map(([id]) => id)).toEqual(expect.arrayContaining(['call_1/1.0', 'call_1/1.1', 'call_1']))
  })

  test('that is left behind by a new question leaves its receipts, and the model is told that some of it may have run', async () => {
    const { app } = await open()
    await make(app, look('1.0'))
    await ask(app, 'Something else.')
    const left = resultsIn(app.requests[1]?.messages ?? [])
    expect(left[0]).toContain('Some of it may have run')
    expect(left[1]).toContain('Nothing was executed')
    expect(await factsOf(app)).toEqual([['call_1/1.0', 'look', 'allow', 'rule', 'server-tool']])
  })
})

test('two replicas of one PostgreSQL run a call once, and the other finishes what the first let go', async () => {
  const [address, box, steps] = [await postgres.create(), toolbox(), runs]
  const options = async (replica: string) => ({
    steps,
    tools: box.tools,
    store: await openPostgresStore(address, { replica, leaseMs: 1500 }),
    leaseMs: 1500,
  })
  const [one, other] = [await agentApp(await options('one')), await start(await options('other'))]
  await ask(one)
  const asking = [one, other, one, other].map((app) => make(app, look('1.0')))
  expect((await Promise.all(asking)).map(wordsOf)).toEqual(Array.from({ length: 4 }, () => 'ok: saw a'))
  expect(box.ran).toHaveLength(1)
  void make(one, call('1.1', 'wait', {})).catch(() => undefined)
  await expect.poll(() => box.ran.length).toBe(2)
  await one.close()
  box.finish()
  expect(wordsOf(await make(other, call('1.1', 'wait', {})))).toBe('ok: waited')
  // Begun a second time by the one who took over, under the same key.
  expect(new Set(box.ran.map(({ key }) => key)).size).toBe(2)
})
