import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { emptyCheckpoint } from '@langchain/langgraph-checkpoint'
import { openPostgresStore, openSqliteStore } from '@parley/server/agent'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { AgentThreadStore } from '../../packages/server/src/agent/store/agent-thread-store.ts'
import { postgresSql } from '../../packages/server/src/agent/store/postgres-sql.ts'
import type { Sql } from '../../packages/server/src/agent/store/sql.ts'
import { startPostgres } from './harness/start-postgres.ts'

const postgres = await startPostgres()
const address = await postgres.create()
const options = { replica: 'one', leaseMs: 10_000 }
const folder = mkdtempSync(join(tmpdir(), 'parley-owned-'))
const path = join(folder, 'agent.sqlite')
const stores = {
  SQLite: await openSqliteStore(path, options),
  PostgreSQL: await openPostgresStore(address, options),
}
const pool = new pg.Pool({ connectionString: address, max: 1 })
pool.on('error', () => undefined)
const file = new DatabaseSync(path)
const rename = {
  SQLite: async (text: string) => file.exec(text.replace('$', '')),
  PostgreSQL: async (text: string) => await pool.query(text.replace('$', 'parley.')),
}

afterAll(async () => {
  for (const store of Object.values(stores)) await store.close()
  file.close()
  rmSync(folder, { recursive: true, force: true })
  await pool.end()
  await postgres.stop()
})

const thread = (owner: string, name: string) => ({ name, owner, title: `${owner}'s`, model: 'm' })

describe.each(Object.entries(stores))('threads in %s', (_, { threads }) => {
  test('can be asked for, as whoever balances load wants to know', async () => {
    expect(await threads.ready()).toBeUndefined()
  })

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

describe.each(Object.entries(stores))('a thread in %s from before, whose id is its name,', (name, { threads, saver }) => {
  test('is found by its owner with all it holds, goes on under its id, and leaves its name free for others', async () => {
    await threads.begin(thread('carl', 'old'), [])
    await rename[name as keyof typeof rename](
      "UPDATE $agent_threads SET id = 'old', status = 'idle', holder = '' WHERE owner = 'carl'",
    )
    const place = { configurable: { thread_id: 'old', checkpoint_ns: '' } }
    const checkpoint = { ...emptyCheckpoint(), channel_values: { messages: [{ id: 'q' }] }, channel_versions: { messages: 1 } }
    await saver.put(place, checkpoint, { source: 'loop', step: 1, parents: {} }, { messages: 1 })
    const found = await threads.find('old', 'carl')
    expect(found).toMatchObject({ id: 'old', name: 'old', owner: 'carl' })
    expect(await threads.find('old', 'dora')).toBeUndefined()
    expect(await threads.begin(thread('dora', 'old'), [])).toMatchObject({ mine: true, thread: { id: 'dora/old' } })
    expect(await threads.begin(thread('carl', 'other'), [])).toMatchObject({ thread: { id: 'carl/other' } })
    expect(await threads.find('old', 'carl')).toMatchObject({ id: 'old', title: "carl's" })
    expect(found && (await threads.accept(found, []))).toMatchObject({ mine: true, thread: { id: 'old', owner: 'carl' } })
    expect((await saver.getTuple(place))?.checkpoint.channel_values).toEqual({ messages: [{ id: 'q' }] })
    const dora = { configurable: { thread_id: 'dora/old', checkpoint_ns: '' } }
    expect(await saver.getTuple(dora)).toBeUndefined()
    await saver.deleteThread('dora/old')
    await threads.remove('dora/old')
    expect(await threads.find('old', 'carl')).toBeDefined()
    expect(await saver.getTuple(place)).toBeDefined()
  })
})

test('an owner who comes back after others were busy has a list that reads what it shows, and not the threads of the others', async () => {
  const crowded = await postgres.create()
  await (await openPostgresStore(crowded, options)).close()
  const database = new pg.Pool({ connectionString: crowded, max: 1 })
  await database.query(`INSERT INTO parley.agent_threads (id, owner, title, model, status, created_at, updated_at)
    SELECT n::text, CASE WHEN n < 6000 THEN 'anna' ELSE 'ben' END, '', '', 'waiting', n, n FROM generate_series(1, 18000) n`)
  await database.query('ANALYZE parley.agent_threads')
  const read: number[] = []
  const explaining: Sql = {
    ...postgresSql(database),
    async query(text, values) {
      const { rows } = await database.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values])
      const plan = rows[0]['QUERY PLAN'][0].Plan
      read.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
      return []
    },
  }
  const threads = new AgentThreadStore(explaining, options)
  for (const status of [undefined, 'waiting', 'failed'] as const)
    await threads.list('anna', { limit: 50, ...(status && { status }) })
  await threads.orphans(100)
  await threads.stale(0, 100)
  await database.end()
  expect(read).toHaveLength(5)
  expect(Math.max(...read)).toBeLessThan(60)
})
