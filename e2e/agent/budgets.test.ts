import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStore, openSqliteStore } from '@parley/server/agent'
import { afterAll, describe, expect, test } from 'vitest'
import { startPostgres } from './harness/start-postgres.ts'

const postgres = await startPostgres()
const address = await postgres.create()
const folder = mkdtempSync(join(tmpdir(), 'parley-budgets-'))
const replica = (name: string) => ({ replica: name, leaseMs: 10_000 })
const openSqlite = (name: string) => openSqliteStore(join(folder, 'agent.sqlite'), replica(name))
const openPostgres = (name: string) => openPostgresStore(address, replica(name))
const stores = {
  SQLite: [await openSqlite('one'), await openSqlite('two')],
  PostgreSQL: [await openPostgres('one'), await openPostgres('two')],
}

afterAll(async () => {
  for (const store of Object.values(stores).flat()) await store.close()
  rmSync(folder, { recursive: true, force: true })
  await postgres.stop()
})

const DAY = 86_400_000
const at = (day: number) => ({ minute: day * DAY, day: day * DAY, month: 0 })

describe.each(Object.entries(stores))('budgets in %s, shared by two replicas', (_, replicas) => {
  const books = replicas.map(({ budgets }) => budgets!)
  const take = async (owner: string, day: number, budget: object, index = 0) =>
    (await books[index % books.length]!.take(owner, at(day), budget)) === undefined

  test('are never more than they are, however many ask at once', async () => {
    const asked = Array.from({ length: 60 }, (_each, index) => take('anna', 1, { day: { requests: 25 } }, index))
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(25)
    expect(await take('ben', 1, { day: { requests: 25 } })).toBe(true)
  })

  test('hold what the other replica spent, to the fraction, and what is full is told', async () => {
    const budget = { day: { tokens: 1000, money: 0.5 }, month: { requests: 100 } }
    expect(await take('carl', 1, budget)).toBe(true)
    await books[1]!.add('carl', at(1), { tokens: 400, money: 0.25 })
    expect(await take('carl', 1, budget)).toBe(true)
    await books[0]!.add('carl', at(1), { tokens: 400, money: 0.25 })
    expect(await books[1]!.take('carl', at(1), budget)).toMatchObject({
      day: { begins: DAY, requests: 2, tokens: 800, money: 0.5 },
      month: { begins: 0, requests: 2 },
    })
  })

  test('begin again with their span, and a clock that is behind does not turn them back', async () => {
    const budget = { day: { requests: 1 }, month: { requests: 3 } }
    expect([await take('dora', 1, budget), await take('dora', 1, budget)]).toEqual([true, false])
    expect([await take('dora', 2, budget), await take('dora', 2, budget)]).toEqual([true, false])
    expect(await take('dora', 1, budget, 1)).toBe(false)
    expect([await take('dora', 3, budget), await take('dora', 4, budget)]).toEqual([true, false])
    await books[0]!.add('dora', at(5), { tokens: 7, money: 0 })
    expect(await books[0]!.take('dora', at(5), budget)).toMatchObject({ day: { begins: 5 * DAY, requests: 0, tokens: 7 } })
  })
})

describe.each(Object.entries(stores))('limits of requests in %s, shared by two replicas', (_, replicas) => {
  const books = replicas.map(({ rates }) => rates!)
  const PER_MINUTE = 5
  const SHARE = 60_000 / PER_MINUTE

  test('let through as many as one replica would, however many ask at once, and say when there is room', async () => {
    const since = performance.now()
    const asked = Array.from({ length: 40 }, (_each, index) => books[index % 2]!.take('10.0.0.7', PER_MINUTE))
    const waits = await Promise.all(asked)
    const refilled = Math.ceil((performance.now() - since) / SHARE)
    const through = waits.filter((wait) => wait === undefined).length
    expect(through).toBeGreaterThanOrEqual(PER_MINUTE)
    expect(through).toBeLessThanOrEqual(PER_MINUTE + refilled - 1)
    for (const wait of waits) if (wait !== undefined) expect(wait).toBeLessThanOrEqual(SHARE)
    expect(await books[1]!.take('10.0.0.8', PER_MINUTE)).toBeUndefined()
  })

  test('are forgotten only once they are whole again', async () => {
    await books[0]!.take('10.0.0.9', 1)
    await books[1]!.clear()
    expect(await books[0]!.take('10.0.0.9', 1)).toBeGreaterThan(0)
  })
})
