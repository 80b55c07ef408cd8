import { openPostgresStore, openSqliteStore } from '@parley/server/agent'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startPostgres } from './harness/start-postgres.ts'

const postgres = await startPostgres()
const address = await postgres.create()
const options = { replica: 'one', leaseMs: 10_000 }
const stores = {
  SQLite: await openSqliteStore(':memory:', options),
  PostgreSQL: await openPostgresStore(address, options),
}
const pool = new pg.Pool({ connectionString: address, max: 1 })
pool.on('error', () => undefined)

afterAll(async () => {
  for (const store of Object.values(stores)) await store.close()
  await pool.end()
  await postgres.stop()
})

const thread = (owner: string, name: string) => ({ name, owner, title: `${owner}'s`, model: 'm' })

describe.each(Object.entries(stores))('threads in %s', (_, { threads }) => {
  test('of two owners may have one name, and each finds its own', async () => {
    for (const owner of ['anna', 'ben', 'a/b']) expect(await threads.begin(thread(owner, 't'), [])).toMatchObject({ mine: true })
    expect(await threads.begin(thread('anna', 't'), [])).toBeUndefined()
    for (const owner of ['anna', 'ben', 'a/b']) {
      const found = await threads.find('t', owner)
      expect(found).toMatchObject({ name: 't', owner, title: `${owner}'s` })
      expect(await threads.list(owner, { limit: 9 })).toMatchObject([{ id: found?.id }])
    }
    expect(await threads.find('t', 'a')).toBeUndefined()
    expect(await threads.find('b/t', 'a')).toBeUndefined()
    await threads.remove((await threads.find('t', 'ben'))?.id ?? '')
    expect(await threads.find('t', 'ben')).toBeUndefined()
    expect(await threads.find('t', 'anna')).toBeDefined()
  })
})

test('a thread from before, whose id is its name, is found by its owner, and its name is free for others', async () => {
  const { threads } = stores.PostgreSQL
  await threads.begin(thread('carl', 'old'), [])
  await pool.query("UPDATE parley.agent_threads SET id = 'old' WHERE owner = 'carl'")
  expect(await threads.find('old', 'carl')).toMatchObject({ id: 'old', name: 'old', owner: 'carl' })
  expect(await threads.find('old', 'dora')).toBeUndefined()
  expect(await threads.begin(thread('dora', 'old'), [])).toMatchObject({ mine: true })
  expect(await threads.find('old', 'carl')).toMatchObject({ title: "carl's" })
})
