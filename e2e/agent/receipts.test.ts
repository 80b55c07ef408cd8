import { openPostgresStore } from '@parley/server/agent'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  brokenServer,
  packServerReceipts,
  type ServerReceipts,
} from '../../packages/browser/src/capsule/receipts/server-receipts.ts'
import { type AgentApp, agentApps, calls, pageTools, says } from '../../packages/server/src/testing/agent-app.ts'
import { defineBackendTool } from '../../packages/server/src/tools/backend-tool.ts'
import { startPostgres } from './harness/start-postgres.ts'

const postgres = await startPostgres()
const address = await postgres.create()
afterAll(() => postgres.stop())

const start = agentApps()
const pay = defineBackendTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number(), to: z.string() }),
  approval: ({ amount }) => `It costs ${amount}.`,
  run: async ({ amount }) => ({ content: `paid ${amount}`, data: { zebra: 1, apple: [2, { y: 1, x: null }] } }),
})
const steps = [calls(['pay', { to: 'anna', amount: 1 }], ['pay', { amount: 2, to: 'ben' }], ['read_page', {}]), says('Done.')]

const replica = async (name: string, more: Parameters<typeof start>[0] = {}) =>
  await start({ tools: [pay], store: await openPostgresStore(address, { replica: name, leaseMs: 10_000 }), ...more })

const receiptsOf = async (app: AgentApp) => (await (await app.send('/api/threads/t/receipts')).json()) as ServerReceipts

/** As whoever verifies a capsule of the thread, of which it holds no content. */
async function wrongWith(receipts: ServerReceipts) {
  const packed = await packServerReceipts(receipts, [])
  return packed ? await brokenServer({ thread: { id: 't' } }, packed, []) : 'no receipts'
}

test('receipts of a thread in PostgreSQL are whole at every replica, signed with one key, and show what was changed', async () => {
  const [one, other] = [await replica('one', { steps }), await replica('other', { steps: [calls(['read_page', {}])] })]
  await one.ask('t', 'Go.', { tools: pageTools('read_page') })
  const waiting = (await one.thread('t')).pending.map(({ callId }) => callId)
  // Both are the first to sign: one key is kept.
  const keys = await Promise.all([one, other].map(async (app) => (await receiptsOf(app)).seal.key))
  expect(new Set(keys).size).toBe(1)
  await one.answer('t', { type: 'approve', callId: waiting[0], input: { to: 'anna', amount: 5 } })
  await other.answer('t', { type: 'reject', callId: waiting[1] })
  await one.answer('t', { type: 'result', callId: waiting[2], content: 'a page' })
  const sent = await receiptsOf(other)
  expect(sent.chain.map(({ facts }) => [facts['name'], facts['decision'], facts['by']])).toEqual([
    ['pay', 'edit', 'person'],
    ['pay', 'reject', 'person'],
    ['read_page', 'result', 'page'],
  ])
  expect(await receiptsOf(one)).toEqual(sent)
  expect(sent.seal.key).toBe(keys[0])
  expect(await wrongWith(sent)).toBeUndefined()

  const again = await replica('third')
  expect(await receiptsOf(again)).toEqual(sent)
  const changed: unknown[] = [
    { ...sent, chain: sent.chain.slice(0, -1), salts: sent.salts.slice(0, -1) },
    { ...sent, chain: sent.chain.toReversed() },
    JSON.parse(JSON.stringify(sent).replace('"decision":"reject"', '"decision":"allow"')),
    JSON.parse(JSON.stringify(sent).replace('"by":"person"', '"by":"rule"')),
  ]
  for (const each of changed) expect(await wrongWith(each as ServerReceipts)).toBeDefined()
})
