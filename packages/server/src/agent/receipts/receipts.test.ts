import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonValue, ToolResult } from '@parley/dialects'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AgentApp, agentApp, agentApps, calls, pageTools, says } from '../../testing/agent-app.ts'
import { canonicalText } from '../../tools/approval-seal.ts'
import { defineBackendTool } from '../../tools/backend-tool.ts'
import type { Receipt } from './receipt.ts'

const start = agentApps()
const look = defineBackendTool({ name: 'look', description: 'Looks.', input: z.object({}), run: async () => 'seen' })
const pay = defineBackendTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({ amount: z.number() }),
  approval: ({ amount }) => `It costs ${amount}.`,
  run: async ({ amount }) => `paid ${amount}`,
})
const steps = [
  calls(['look', {}], ['pay', { amount: 1 }], ['pay', { amount: 2 }], ['read_page', {}], ['nothing', {}]),
  says('Done.'),
]

interface Sent {
  readonly threadId: string
  readonly chain: readonly Receipt[]
  readonly salts: readonly { readonly asked: string; readonly done: string }[]
  readonly seal: { readonly algorithm: string; readonly key: string; readonly signature: string }
}

const receiptsOf = async (app: AgentApp, threadId: string): Promise<Sent> =>
  (await (await app.send(`/api/threads/${threadId}/receipts`)).json()) as Sent
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function lived(app: AgentApp): Promise<AgentApp> {
  await app.ask('t', 'Go.', { tools: pageTools('read_page') })
  const waiting = (await app.thread('t')).pending
  const id = (name: string, at = 0) => waiting.filter((call) => call.name === name)[at]?.callId
  await app.answer('t', { type: 'approve', callId: id('pay'), input: { amount: 5 } })
  await app.answer('t', { type: 'reject', callId: id('pay', 1) })
  await app.answer('t', { type: 'result', callId: id('read_page'), content: 'a page' })
  return app
}

test('each call of a thread on the server has a receipt: what was decided, by whom, by which rule', async () => {
  const app = await lived(await start({ steps, tools: [look, pay] }))
  const { chain, salts } = await receiptsOf(app, 't')
  expect(chain.map(({ facts }) => [facts['name'], facts['decision'], facts['by'], facts['rule'], facts['outcome']])).toEqual([
    ['look', 'allow', 'rule', 'server-tool', 'ok'],
    ['pay', 'edit', 'person', 'server-tool-asks', 'ok'],
    ['pay', 'reject', 'person', 'asked', 'denied'],
    ['read_page', 'result', 'page', 'page-tool', 'ok'],
    ['nothing', undefined, undefined, undefined, 'error'],
  ])
  expect(chain.map(({ previous }) => previous)).toEqual(['', ...chain.map(({ hash }) => hash)].slice(0, -1))
  for (const { hash, ...receipt } of chain) expect(sha256(JSON.stringify(receipt))).toBe(hash)
  const results = (await app.thread('t')).messages.flatMap(({ role, parts }) => (role === 'tool' ? (parts as ToolResult[]) : []))
  const commits = results.map((result, at) => sha256(`${salts[at]?.done} ${canonicalText(result as unknown as JsonValue)}`))
  expect(commits).toEqual(chain.map(({ commits: { done } }) => done))
  expect(JSON.stringify(chain)).not.toMatch(/paid|seen|a page/)
})

test('the end of the chain is signed with one key, which outlives the server', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'parley-receipts-')), 'agent.sqlite')
  const app = await lived(await agentApp({ path, steps, tools: [look, pay] }))
  const before = await receiptsOf(app, 't')
  await app.close()
  const again = await start({ path, steps: [calls(['look', {}]), says('Seen.')], tools: [look] })
  expect(await receiptsOf(again, 't')).toEqual(before)
  await again.ask('t', 'Once more.')
  const { chain, seal, threadId } = await receiptsOf(again, 't')
  expect(seal.key).toBe(before.seal.key)
  expect(chain.slice(0, -1)).toEqual(before.chain)
  const text = JSON.stringify({ parley: 'server receipts 1', threadId, steps: chain.length, head: chain.at(-1)?.hash })
  const key = await crypto.subtle.importKey('raw', Buffer.from(seal.key, 'hex'), { name: 'Ed25519' }, false, ['verify'])
  const isSigned = (words: string) =>
    crypto.subtle.verify({ name: 'Ed25519' }, key, Buffer.from(seal.signature, 'hex'), Buffer.from(words))
  expect([await isSigned(text), await isSigned(text.replace('receipts 1', 'receipts 2'))]).toEqual([true, false])
})
