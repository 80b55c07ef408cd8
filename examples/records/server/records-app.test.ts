import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@parley/server'
import { afterAll, expect, test } from 'vitest'
import { createRecordsApp } from './records-app.ts'
import { openSqliteRecords } from './sqlite-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'records-app-'))
const store = openSqliteRecords(join(folder, 'records.sqlite'))
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})
writeFileSync(join(folder, 'index.html'), '<title>Records</title>')

const env = { PARLEY_TOKEN: 'open-sesame', PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' }
const app = createRecordsApp({ config: readConfig({ env }), store, page: folder })

const post = (path: string, body: unknown, headers: Record<string, string> = { authorization: 'Bearer open-sesame' }) =>
  app.request(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })

const RECORD = { id: 'a', orderName: 'A-1024', amount: 30 }

test('the page is for everybody, the records only for who has the token', async () => {
  expect((await app.request('/')).status).toBe(200)
  expect((await app.request('/records')).status).toBe(401)
  expect((await app.request('/records?token=open-sesame')).status).toBe(303)
  expect((await post('/records', RECORD, {})).status).toBe(401)
  expect((await post('/records', RECORD, { authorization: 'Bearer open-sesam' })).status).toBe(401)
  expect((await post('/api/chat', { messages: [] }, {})).status).toBe(401)
  expect(await store.find({ limit: 1 })).toEqual([])
})

test('a page of another origin may not create records, even with the token', async () => {
  const headers = { authorization: 'Bearer open-sesame', origin: 'http://elsewhere.example' }
  expect((await post('/records', RECORD, headers)).status).toBe(403)
  expect(await store.find({ limit: 1 })).toEqual([])
})

test.each([
  ['{', 'body is wrong'],
  [[], 'body is wrong'],
  [{ ...RECORD, amount: 0 }, 'amount is wrong'],
  [{ ...RECORD, amount: 1.5 }, 'amount is wrong'],
  [{ ...RECORD, amount: '3' }, 'amount is wrong'],
  [{ ...RECORD, orderName: '   ' }, 'orderName is wrong'],
  [{ orderName: 'A', amount: 1 }, 'id is wrong'],
])('%j is refused with a sentence', async (body, sentence) => {
  const response = await post('/records', body)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(sentence)
})

test('what is too large is refused before it is read', async () => {
  const response = await post('/records', { ...RECORD, orderName: 'x'.repeat(20_000) })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ fault: { code: 'request/too-large' } })
})

test('a record sent twice is one, and its id is not given to another', async () => {
  const first = await post('/records', { ...RECORD, orderName: ' A-1024 ' })
  expect(first.status).toBe(201)
  const kept: unknown = await first.json()
  expect(kept).toMatchObject(RECORD)
  expect(await (await post('/records', RECORD)).json()).toEqual(kept)
  const other = await post('/records', { ...RECORD, amount: 31 })
  expect(other.status).toBe(400)
  expect(await other.text()).toContain('Another record has this id already.')
  const board = await app.request('/records', { headers: { authorization: 'Bearer open-sesame' } })
  expect(await board.json()).toEqual({
    records: [kept],
    stats: { records: 1, total: 30, orders: [{ orderName: 'A-1024', records: 1, total: 30 }] },
  })
})

test('the tools of the server answer from the database', async () => {
  const response = await post(
    '/api/chat',
    { messages: [{ role: 'user', content: '统计计件数量' }] },
    {
      authorization: 'Bearer open-sesame',
      accept: 'application/json',
    },
  )
  expect(await response.json()).toMatchObject({ content: expect.stringContaining('共 1 条记录，合计 30 件。') })
})
