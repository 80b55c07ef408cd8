import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../../e2e/agent/harness/start-postgres.ts'
import { openRecords } from './open-records.ts'
import { openPostgresRecords } from './postgres-records.ts'
import type { RecordStore } from './record-store.ts'
import { openSqliteRecords } from './sqlite-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'record-store-'))
let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

let files = 0
const databases = [
  ['SQLite', async () => openSqliteRecords(join(folder, `${files++}.sqlite`))],
  ['PostgreSQL', async () => openPostgresRecords(await postgres.create())],
] as const

describe.each(databases)('records in %s', (_name, open) => {
  let store: RecordStore
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store.close())

  const add = (orderName: string, amount: number, id: string = crypto.randomUUID()) => store.add({ id, orderName, amount })

  test('a new database has none', async () => {
    expect(await store.find({ limit: 10 })).toEqual([])
    expect(await store.stats({})).toEqual({ records: 0, total: 0, orders: [] })
  })

  test('the newest comes first, and no more than were asked for', async () => {
    for (const amount of [1, 2, 3]) await add('A', amount)
    expect((await store.find({ limit: 2 })).map(({ amount }) => amount)).toEqual([3, 2])
  })

  test('the same id twice is one record, as it was kept first', async () => {
    const first = await add('A', 1, 'same')
    expect(await add('B', 2, 'same')).toEqual(first)
    expect(await store.find({ limit: 10 })).toEqual([first])
  })

  test('many at once with one id keep one', async () => {
    const kept = await Promise.all(Array.from({ length: 8 }, (_, index) => add('A', index + 1, 'same')))
    expect(new Set(kept.map(({ amount }) => amount)).size).toBe(1)
    expect(await store.find({ limit: 10 })).toHaveLength(1)
  })

  test.each([
    ['blue', ['Blue shirts']],
    ['衬衫', ['蓝色衬衫']],
    ['ÉTÉ', ['Été 100%']],
    ['100%', ['Été 100%']],
    ['_', ['A_1']],
    ["'; DROP TABLE records; --", []],
    ['', ['A_1', 'Été 100%', '蓝色衬衫', 'Blue shirts']],
  ])('a part of the name finds it, whatever its case, and signs mean themselves: %s', async (orderName, names) => {
    for (const name of ['Blue shirts', '蓝色衬衫', 'Été 100%', 'A_1']) await add(name, 1)
    expect((await store.find({ orderName, limit: 10 })).map((record) => record.orderName)).toEqual(names)
    expect((await store.stats({ orderName })).records).toBe(names.length)
  })

  test('totals are numbers, the largest order first, equal ones by name', async () => {
    for (const [name, amount] of [
      ['B', 3],
      ['A', 3],
      ['C', 1_000_000],
      ['C', 1_000_000],
      ['B', 2],
    ] as const)
      await add(name, amount)
    expect(await store.stats({})).toEqual({
      records: 5,
      total: 2_000_008,
      orders: [
        { orderName: 'C', records: 2, total: 2_000_000 },
        { orderName: 'B', records: 2, total: 5 },
        { orderName: 'A', records: 1, total: 3 },
      ],
    })
  })
})

test('what was kept is there after a restart', async () => {
  const file = join(folder, 'kept', 'records.sqlite')
  const before = openSqliteRecords(file, () => 7)
  await before.add({ id: 'a', orderName: 'A', amount: 1 })
  await before.close()
  const { store, where } = await openRecords({}, file)
  expect(where).toContain('SQLite')
  expect(await store.find({ limit: 1 })).toEqual([{ id: 'a', orderName: 'A', amount: 1, createdAt: 7 }])
  await store.close()
})

test('several servers that start together on an empty PostgreSQL share one table', async () => {
  const url = await postgres.create()
  const opened = await Promise.all(
    Array.from({ length: 6 }, () => openRecords({ DATABASE_URL: url }, join(folder, 'never.sqlite'))),
  )
  const [first, second] = opened
  expect(first?.where).toMatch(/^PostgreSQL, 127\.0\.0\.1:\d+\/\w+$/)
  await first?.store.add({ id: 'a', orderName: 'A', amount: 1 })
  expect(await second?.store.find({ limit: 9 })).toMatchObject([{ id: 'a' }])
  await Promise.all(opened.map(({ store }) => store.close()))
})

test.each([
  ['mysql://localhost/records', 'must look like postgres://'],
  ['nonsense', 'must look like postgres://'],
  ['postgres://me:secret-word@127.0.0.1:1/records', 'PostgreSQL at 127.0.0.1:1/records cannot be used'],
])('%s is answered with what to do, and without the password', async (url, sentence) => {
  const refused = openRecords({ DATABASE_URL: url }, join(folder, 'never.sqlite'))
  await expect(refused).rejects.toThrow(sentence)
  await expect(refused).rejects.not.toThrow('secret-word')
})
