import { plainText } from '@parley/dialects'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openPlacedConversation } from '../../packages/browser/src/agent/placed-conversation.ts'
import { createServerThreads } from '../../packages/browser/src/agent/server-threads.ts'
import { createThreadClient } from '../../packages/browser/src/agent/thread-client.ts'
import { housePolicy } from '../../packages/browser/src/approval/policy.ts'
import type { Mode } from '../../packages/browser/src/approval/verdict.ts'
import { exportCapsule } from '../../packages/browser/src/capsule/export-capsule.ts'
import { verifyCapsule } from '../../packages/browser/src/capsule/receipts/verify-capsule.ts'
import { blankThread } from '../../packages/browser/src/conversation/conversation.ts'
import { mortalStorage } from '../../packages/browser/src/conversation/testing/mortal-storage.ts'
import { Tab } from '../../packages/browser/src/conversation/testing/open-tab.ts'
import type { CallRecord } from '../../packages/browser/src/ledger/call-record.ts'
import { memoryThreadStorage, type ThreadStorage } from '../../packages/browser/src/storage/thread-storage.ts'
import { createNodeSandbox } from '../../packages/browser/src/testing/node-sandbox.ts'
import { waitingInner } from '../../packages/browser/src/testing/program-tab.ts'
import { createBrowserJsEval } from '../../packages/browser/src/tools/browser-js-eval.ts'
import { withCodeMode } from '../../packages/browser/src/tools/code-mode.ts'
import { createExecutor } from '../../packages/browser/src/tools/executor.ts'
import { type AgentApp, agentApps, calls, says } from '../../packages/server/src/testing/agent-app.ts'
import { defineBackendTool } from '../../packages/server/src/tools/backend-tool.ts'

/** A page in code mode, with a conversation that lives on a real server: its programs call the server's own tools. */
const start = agentApps()
const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

interface Ran {
  readonly name: string
  readonly input: object
  readonly key: string | undefined
}

interface Scene {
  readonly app: AgentApp
  readonly ran: Ran[]
  readonly storage: ThreadStorage
  isDown: boolean
}

async function scene(code: string): Promise<Scene> {
  const ran: Ran[] = []
  const tell = (name: string, input: object, key: string | undefined) => ran.push({ name, input, key })
  const tools = [
    defineBackendTool({
      name: 'look_up',
      description: 'Looks something up in the register.',
      input: z.object({ what: z.string() }),
      async run(input, { idempotencyKey }) {
        tell('look_up', input, idempotencyKey)
        return { data: { price: input.what.length * 10 } }
      },
    }),
    defineBackendTool({
      name: 'wait',
      description: 'Waits.',
      input: z.object({}),
      async run(input, { idempotencyKey, signal }) {
        tell('wait', input, idempotencyKey)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return 'too late'
      },
    }),
    defineBackendTool({
      name: 'pay',
      description: 'Pays an invoice.',
      input: z.object({ amount: z.number() }),
      approval: ({ amount }) => (amount > 10 ? `It costs ${amount}.` : undefined),
      async run(input, { idempotencyKey }) {
        tell('pay', input, idempotencyKey)
        return `paid ${input.amount}`
      },
    }),
  ]
  const steps = [calls(['browser_js_eval', { code }]), says('done')]
  return { app: await start({ steps, tools }), ran, storage: memoryThreadStorage(), isDown: false }
}

/** One load of the page. */
async function tabOf(world: Scene, storage = world.storage): Promise<Tab> {
  const client = createThreadClient({
    url: 'http://localhost/api',
    fetch: async (input, init) => {
      if (world.isDown) throw new TypeError('Failed to fetch')
      return await world.app.app.request(String(input), init)
    },
  })
  if (!(await storage.threads.find('thread')))
    await storage.threads.create({ ...blankThread('thread', Date.now()), place: 'moving' })
  const threads = createServerThreads({ client, storage, pace: () => 20 })
  await threads.ready
  const executor = createExecutor([createBrowserJsEval({ sandbox: createNodeSandbox() })])
  const conversation = await openPlacedConversation(
    {
      threadId: 'thread',
      storage,
      respond: () => {
        throw new Error('Nobody asks a model from here.')
      },
      executor: () => withCodeMode(executor),
      policy: housePolicy(),
      request: () => ({ model: 'actor' }),
      schedule: (show) => show(),
    },
    { client, threads, onFork: async () => {} },
  )
  open.push(conversation, threads)
  return new Tab(conversation)
}

async function begin(tab: Tab): Promise<void> {
  await tab.conversation.send('go')
  await tab.allow()
}

const recordsOf = async ({ storage }: Pick<Scene, 'storage'>): Promise<readonly CallRecord[]> => {
  const records = await storage.ledger.ofThread('thread')
  return records.toSorted((one, other) => one.key.localeCompare(other.key, 'en', { numeric: true }))
}
const wordsOf = ({ result }: CallRecord) => (result ? plainText(result) : undefined)

const THREE = `const { price } = await tools.look_up({ what: 'shoes' })
const paid = await tools.pay({ amount: price })
let third
try { third = await tools.pay({ amount: 99 }) } catch (error) { third = error.message }
return [price, paid, third].join(' | ')`

describe('a program of a conversation on the server', () => {
  test('calls its tools: one by rule, one asked and edited, one rejected, over reloads; cards, receipts and capsule tell the same', async () => {
    const world = await scene(THREE)
    const mortal = mortalStorage(world.storage)
    const first = await tabOf(world, mortal.storage)
    await begin(first)
    const [program] = (await world.app.thread('thread')).pending
    expect(program).toMatchObject({ name: 'browser_js_eval', kind: 'page', mayCall: true })
    const [taught, ...others] = world.app.requests[0]?.tools ?? []
    expect(others).toEqual([])
    expect(taught?.description).toContain('tools.pay(_: { amount: number }): Promise<any> // Pays an invoice.')
    const asked = await waitingInner(first, 1)
    expect(asked.record.verdict).toMatchObject({ rule: 'server-says', author: 'server', reason: 'It costs 50.' })
    expect(asked.record.verdict).toMatchObject({ offers: [{ tool: 'pay', lifetime: 'program' }] })
    // The page is loaded anew while it is asked.
    mortal.kill()
    const second = await tabOf(world)
    await second.conversation.decide((await waitingInner(second, 1)).key, { kind: 'edit', input: { amount: 20 } })
    const { key } = await waitingInner(second, 2)
    await second.conversation.decide(key, { kind: 'reject', reason: 'Too much.', resume: true })
    await second.says('done')
    expect(world.ran.map(({ name, input }) => [name, input])).toEqual([
      ['look_up', { what: 'shoes' }],
      ['pay', { amount: 20 }],
    ])
    const [outer, look, paid, rejected] = await recordsOf(world)
    expect(outer && wordsOf(outer)).toMatch(
      /^50 \| The user changed the arguments.*\{"amount":20\}\npaid 20 \| tools\.pay: .*Too much\./s,
    )
    expect(look).toMatchObject({ decision: { by: 'rule' }, verdict: { rule: 'server-tool' }, ending: 'succeeded', onServer: 1 })
    expect(paid).toMatchObject({ decision: { kind: 'edit', by: 'person' }, ending: 'succeeded' })
    expect(rejected).toMatchObject({ ending: 'rejected' })
    const server = await (await world.app.send('/api/threads/thread/receipts')).json()
    expect(
      server.chain.map(({ facts }: { facts: Record<string, string> }) => [facts['name'], facts['decision'], facts['by']]),
    ).toEqual([
      ['look_up', 'allow', 'rule'],
      ['pay', 'edit', 'person'],
      ['browser_js_eval', 'result', 'page'],
    ])
    const files = { readAll: async () => [], writeAll: async () => {} }
    const options = { storage: world.storage, threadId: 'thread', tools: [], files, now: 1, server }
    const capsule = await exportCapsule(options)
    const verified = await verifyCapsule(capsule?.text ?? '')
    expect(verified.kind).toBe('intact')
    // Every result that the server committed to is opened by what the page has kept of it.
    const salts: readonly object[] = JSON.parse(capsule?.text ?? '').receipts.server.salts
    expect(salts.slice(0, 2).every((salt) => 'done' in salt)).toBe(true)
    const forged = (capsule?.text ?? '').replace('paid 20","', 'paid 21","').replace('"price":50', '"price":51')
    expect((await verifyCapsule(forged)).kind).toBe('broken')
  })

  test('is allowed the rest of its calls of a tool in one press, which ends with it', async () => {
    const world = await scene('for (const amount of [50, 60, 70]) await tools.pay({ amount })')
    const tab = await tabOf(world)
    await begin(tab)
    const { key, record } = await waitingInner(tab, 0)
    const offers = record.verdict?.kind === 'ask' ? record.verdict.offers : []
    const [grant] = offers
    if (!grant) throw new Error('Nothing is offered.')
    await tab.conversation.decide(key, { kind: 'allow', hash: record.hash, grant })
    await tab.says('done')
    expect(world.ran.map(({ input }) => input)).toEqual([{ amount: 50 }, { amount: 60 }, { amount: 70 }])
    expect(await world.storage.grants.list()).toEqual([])
  })

  test('finds them by words, hears of a server that is away, and asks again for the same when it is back', async () => {
    const world = await scene(`const found = await tools.search('register')
      return JSON.stringify([JSON.stringify(found).includes('look_up'), await tools.look_up({ what: 'abc' })])`)
    const tab = await tabOf(world)
    await tab.conversation.send('go')
    await tab.stage('awaiting')
    // Lost after it has run, and before the page has heard of it.
    const { request } = world.app.app
    let lost = 0
    world.app.app.request = async (...given: Parameters<typeof request>) => {
      const response = await request.apply(world.app.app, given)
      if (String(given[0]).endsWith('/call') && lost++ < 2) throw new TypeError('Failed to fetch')
      return response
    }
    await tab.allow()
    await tab.says('done')
    expect(lost).toBe(3)
    expect(world.ran).toHaveLength(1)
    const [outer] = await recordsOf(world)
    expect(outer && wordsOf(outer)).toContain('[true,{"price":30}]')
  })

  test('calls none of them once the conversation plans, and none that nobody could judge', async () => {
    const world = await scene(`await tools.pay({ amount: 50 })
      try { await tools.look_up({ what: 'a' }) } catch (error) { return error.message }`)
    const tab = await tabOf(world)
    await begin(tab)
    const { key, record } = await waitingInner(tab, 0)
    await world.storage.threads.change('thread', (thread) => ({ ...thread, mode: 'plan' }))
    await tab.conversation.decide(key, { kind: 'allow', hash: record.hash })
    await tab.says('done')
    expect(world.ran.map(({ name }) => name)).not.toContain('look_up')
    const [outer] = await recordsOf(world)
    expect(outer && wordsOf(outer)).toContain('read only')
    const judged = housePolicy()
    const question = { threadId: 't', parent: 'p', hash: 'h', fingerprint: 'f', grants: [], repeats: 0 }
    const call = { type: 'tool-call', id: 'c', name: 'look_up', input: {} } as const
    const effects = [{ kind: 'unknown' }] as const
    const server = { kind: 'judged' } as const
    const verdict = (mode: Mode, word: typeof server | { readonly kind: 'away' }) =>
      judged({ ...question, call, effects, mode, server: word })
    expect(verdict('plan', server)).toMatchObject({ kind: 'deny', rule: 'mode-plan' })
    expect(verdict('rehearse', server)).toMatchObject({ kind: 'deny', rule: 'not-in-rehearsal' })
    expect(verdict('ask', server)).toMatchObject({ kind: 'allow', rule: 'server-tool' })
    expect(verdict('auto', { kind: 'away' })).toMatchObject({ kind: 'ask', rule: 'server-away', offers: [] })
  })

  test('is told of Stop on one call, which ends on the server; Stop on the turn ends all of it there', async () => {
    const world = await scene(`try { await tools.wait({}) } catch { await tools.look_up({ what: 'a' }) }
      await tools.wait({})`)
    const tab = await tabOf(world)
    await begin(tab)
    const running = () =>
      [...tab.state.calls.values()].find((call) => call.stage === 'running' && call.record.parent !== undefined)
    await tab.until(() => running() !== undefined && world.ran.length === 1)
    // Another tab of the browser hears the server work, and shows what the program has called.
    const beside = await tabOf(world)
    await beside.until(() =>
      [...beside.state.calls.values()].some(({ key, stage }) => key === running()?.key && stage === 'running'),
    )
    beside.conversation.close()
    await tab.conversation.stopCall(running()?.key ?? '')
    await tab.until(() => running() !== undefined && world.ran.length === 3)
    tab.conversation.stop()
    await expect.poll(async () => (await world.app.thread('thread')).status).toBe('idle')
    expect(world.ran.map(({ name }) => name)).toEqual(['wait', 'look_up', 'wait'])
    await tab.until(() => tab.state.status.kind !== 'running')
    expect((await recordsOf(world)).map(({ ending }) => ending)).toEqual(['stopped', 'stopped', 'succeeded', 'stopped'])
    const { chain } = await (await world.app.send('/api/threads/thread/receipts')).json()
    expect(chain.map(({ facts }: { facts: Record<string, string> }) => [facts['name'], facts['outcome']])).toEqual([
      ['wait', 'cancelled'],
      ['look_up', 'ok'],
      ['wait', 'cancelled'],
      ['browser_js_eval', 'cancelled'],
    ])
  })

  test('of which two browsers run the same, has each call run once', async () => {
    const world = await scene(
      `const one = await tools.look_up({ what: 'ab' }); return (await tools.pay({ amount: 3 })) + one.price`,
    )
    const one = await tabOf(world)
    await one.conversation.send('go')
    await one.stage('awaiting')
    const elsewhere = memoryThreadStorage()
    await elsewhere.threads.create({ ...blankThread('thread', Date.now()), place: 'server' })
    const other = await tabOf(world, elsewhere)
    await other.stage('awaiting')
    await Promise.all([one.allow(), other.allow()])
    await Promise.all([one.says('done'), other.says('done')])
    expect(world.ran.map(({ name }) => name)).toEqual(['look_up', 'pay'])
  })
})

async function live(world: Scene, storage: ThreadStorage): Promise<'done'> {
  const tab = await tabOf(world, storage)
  await tab.says('done')
  return 'done'
}

describe('a page that is lost at any point of such a program', () => {
  const STEPS = 4
  const CODE = `const out = []
    for (let step = 0; step < ${STEPS}; step++) out.push((await tools.look_up({ what: 'x'.repeat(step + 1) + Date.now() + Math.random() })).price > 0)
    return out.join()`

  test.each([3, 8, 13, 19, 26, 31, 37, 44, 52, 61])(
    'after %i steps of its storage has each call run once, in order, and asks nobody twice',
    async (operations) => {
      const world = await scene(CODE)
      const first = await tabOf(world)
      await first.conversation.send('go')
      await first.stage('awaiting')
      first.conversation.close()
      await world.storage.threads.change('thread', (thread) => ({ ...thread, mode: 'auto' }))
      for (let load = 0; ; load++) {
        let left = load === 3 ? Number.POSITIVE_INFINITY : operations + load
        const death = Promise.withResolvers<'died'>()
        const mortal = mortalStorage(world.storage, async (work) => {
          const isLast = --left === 0
          const result = await work()
          if (isLast) {
            mortal.kill()
            death.resolve('died')
          }
          return result
        })
        const ended = await Promise.race([death.promise, live(world, mortal.storage)])
        if (ended === 'done') break
      }
      expect(world.ran).toHaveLength(STEPS)
      expect(new Set(world.ran.map(({ key }) => key)).size).toBe(STEPS)
      const [outer, ...inner] = await recordsOf(world)
      expect(outer && wordsOf(outer)).toContain('true,true,true,true')
      expect(inner.map(({ position }) => position)).toEqual(Array.from({ length: STEPS }, (_, step) => step))
      expect(inner.map(({ call }) => call.input)).toEqual(world.ran.map(({ input }) => input))
    },
  )
})
