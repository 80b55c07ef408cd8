import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentStore, openPostgresStore, openSqliteStore } from '@parley/server/agent'
import { afterAll, describe, expect, test } from 'vitest'
import { startPostgres } from './harness/start-postgres.ts'

const postgres = await startPostgres()
const address = await postgres.create()
const folder = mkdtempSync(join(tmpdir(), 'parley-waiting-'))
const path = join(folder, 'agent.sqlite')
const options = (replica: string) => ({ replica, leaseMs: 10_000 })
/** Two replicas of a server on one database. */
const replicas: Readonly<Record<string, readonly [AgentStore, AgentStore]>> = {
  SQLite: [await openSqliteStore(path, options('one')), await openSqliteStore(path, options('two'))],
  PostgreSQL: [await openPostgresStore(address, options('one')), await openPostgresStore(address, options('two'))],
}

afterAll(async () => {
  for (const pair of Object.values(replicas)) for (const store of pair) await store.close()
  rmSync(folder, { recursive: true, force: true })
  await postgres.stop()
})

const call = (id: string, owner = 'anna', askedAt = 1) => ({
  id,
  owner,
  client: 'codex',
  name: 'files__write',
  input: { text: 'it\u2019s “fine” \u{1f600}' },
  runs: 'server' as const,
  key: `key of ${id}`,
  thread: `guest:${id}`,
  askedAt,
  changedAt: askedAt,
  heardUntil: 0,
  heardAt: '',
  stand: { kind: 'waiting' as const },
})

describe.each(Object.entries(replicas))('calls of other agents that wait in %s', (_, [one, two]) => {
  const [here, there] = [one.waiting, two.waiting]
  if (!here || !there) throw new Error('This database keeps no waiting calls.')

  test('are seen by every replica as they were asked, oldest first, each by its owner alone', async () => {
    expect(await here.add(call('b', 'anna', 2))).toBe(true)
    expect(await there.add(call('a', 'anna', 1))).toBe(true)
    expect(await here.add(call('a', 'ben'))).toBe(true)
    expect(await there.list('anna')).toEqual([call('a', 'anna', 1), call('b', 'anna', 2)])
    expect(await there.read('ben', 'b')).toBeUndefined()
    expect(await here.add({ ...call('other'), thread: 'guest:a' }), 'one open call in a thread').toBe(false)
  })

  test('are begun once, whoever tries, and end as the last one says', async () => {
    await here.add(call('c'))
    const begin = (replica: typeof here) =>
      replica.change('anna', 'c', (now, at) =>
        now.stand.kind === 'waiting' ? { ...now, changedAt: at, stand: { kind: 'running', aliveUntil: at } } : undefined,
      )
    const begun = await Promise.all(Array.from({ length: 20 }, (__, index) => begin(index % 2 === 0 ? here : there)))
    expect(begun.filter((won) => won !== undefined)).toHaveLength(1)
    await there.remove('anna', 'c')
    expect(await begin(here)).toBeUndefined()
  })
})
