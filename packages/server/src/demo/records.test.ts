import type { JsonValue, ToolSpec } from '@parley/dialects'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { PAGE_TOOLS, play } from '../testing/play.ts'

const app = createApp(readConfig({ env: { PARLEY_DEMO_PACE: '0', PARLEY_DISCOVER: 'no' } }))

const text = { type: 'string' } as const
const spec = (name: string, properties: ToolSpec['parameters']): ToolSpec => ({
  name,
  description: `${name} does what it says.`,
  parameters: { type: 'object', properties },
})
const tools = [
  spec('create-record', { orderName: text, amount: { type: 'number' } }),
  spec('query-records', { orderName: text }),
  spec('get-stats', { orderName: text }),
]

const ask = (question: string, data: JsonValue, dialect = 'json-strict') =>
  play(app, question, {
    tools,
    dialect,
    run: () => ({ content: [{ type: 'text', text: JSON.stringify(data) }], data }),
  })

const KEPT = { success: true, record: { id: 'r', orderName: 'A-1024', amount: 30 } }

test.each([
  ['Record 30 pieces for order A-1024', 'A-1024', 30],
  ['Create a record: order A-1024, amount 30', 'A-1024', 30],
  ['Please add a record for order "Blue shirts" x 1,200', 'Blue shirts', 1200],
  ['为订单 A-1024 创建计件记录，数量 30', 'A-1024', 30],
  ['创建计件记录：订单“蓝色衬衫”，数量：12', '蓝色衬衫', 12],
  ['登记订单A-7 5件', 'A-7', 5],
])('%s', async (question, orderName, amount) => {
  const { calls, answer } = await ask(question, { success: true, record: { orderName, amount } })
  expect(calls).toMatchObject([{ name: 'create-record', input: { orderName, amount } }])
  expect(answer).toContain(`${orderName} × ${amount}`)
})

test.each(['json-strict', 'xml-tag', 'hermes', 'native'])('what is reported is what the tool kept (%s)', async (dialect) => {
  const other = { success: true, record: { orderName: 'B-2', amount: 7 } }
  expect((await ask('Record 30 pieces for order A-1024', other, dialect)).answer).toContain('B-2 × 7')
})

test('a cancelled form is told as such, in both languages', async () => {
  const cancelled = { success: false }
  expect((await ask('Record 30 pieces for order A-1024', cancelled)).answer).toBe('You cancelled, so nothing was recorded.')
  expect((await ask('为订单 A-1024 创建计件记录，数量 30', cancelled)).answer).toBe('您已取消，没有创建记录。')
})

test('what is missing is asked for, and nothing is called', async () => {
  const { answer, calls } = await ask('Create a record for order A-1024', KEPT)
  expect(calls).toEqual([])
  expect(answer).toContain('I need the amount')
  expect((await ask('创建计件记录', KEPT)).answer).toContain('订单名称和数量')
})

test('records are listed, and their absence is told', async () => {
  const found = await ask('查询订单 A-1024 的计件记录', { records: [{ orderName: 'A-1024', amount: 30 }] })
  expect(found.calls).toMatchObject([{ name: 'query-records', input: { orderName: 'A-1024' } }])
  expect(found.answer).toContain('- A-1024 × 30')
  const none = await ask('Show all records', { records: [] })
  expect(none.calls).toMatchObject([{ name: 'query-records', input: {} }])
  expect(none.answer).toBe('There are no such records yet.')
})

test('totals are the ones the tool counted', async () => {
  const totals = { records: 2, total: 42, orders: [{ orderName: 'A-1024', records: 2, total: 42 }] }
  expect((await ask('How many pieces have been recorded?', totals)).answer).toBe('42 pieces in 2 records.\n\n- A-1024: 42')
  expect((await ask('统计计件数量', totals)).answer).toContain('共 2 条记录，合计 42 件。')
})

test('an app with a story of its own is introduced by it, and elsewhere nobody hears of it', async () => {
  const here = await ask('Who are you?', null)
  expect(here.answer).toContain('Record 30 pieces for order A-1024')
  expect(here.answer).not.toContain('primes')
  const elsewhere = await play(app, 'Record 30 pieces for order A-1024', { tools: PAGE_TOOLS, run: () => ({ content: [] }) })
  expect(elsewhere.calls).toEqual([])
  expect(elsewhere.answer).toContain('primes')
  expect(elsewhere.answer).not.toContain('A-1024')
})

test('an answer that is not the expected JSON is passed on as it is', async () => {
  expect((await ask('Record 30 pieces for order A-1024', 'hm')).answer).toContain('create-record answered: ')
  expect((await ask('Show all records', [1, { records: 2 }])).answer).toContain('query-records answered: ')
  expect((await ask('How many pieces have been recorded?', { records: 'many' })).answer).toContain('get-stats answered: ')
})
