import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { AgentThreadStore } from './agent-thread-store.ts'
import { migrate } from './migrations.ts'
import { sqliteSql } from './sqlite-sql.ts'

const replica = { replica: 'one', leaseMs: 10_000 }
const thread = { name: 't', owner: 'anna', title: 'Kept', model: 'm' }

async function opened() {
  const database = new DatabaseSync(':memory:')
  const sql = sqliteSql(database)
  await migrate(sql)
  return { database, sql, threads: new AgentThreadStore(sql, replica) }
}

const names = (database: DatabaseSync) =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => name)

test('a database of the version before is brought up to date, with everything in it, and once', async () => {
  const { database, sql, threads } = await opened()
  const now = names(database)
  await threads.begin(thread, [])
  // As it was before replicas shared limits.
  database.exec(`ALTER TABLE agent_threads DROP COLUMN summaries; DROP TABLE rate_use; DROP TABLE signing_keys; DROP INDEX agent_threads_by_status; DROP INDEX agent_threads_day;
    CREATE INDEX agent_threads_age ON agent_threads (updated_at); DELETE FROM agent_migrations WHERE version >= 13`)
  await migrate(sql)
  await migrate(sql)
  expect(names(database)).toEqual(now)
  expect(await threads.find('t', 'anna')).toMatchObject({ title: 'Kept' })
})

test('a database that a later version has changed is opened, and what is not known there is left alone', async () => {
  const { database, sql, threads } = await opened()
  database.exec(`CREATE TABLE of_tomorrow (id TEXT); ALTER TABLE agent_threads ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';
    INSERT INTO agent_migrations VALUES (9001)`)
  await migrate(sql)
  expect(names(database)).toContain('of_tomorrow')
  await threads.begin(thread, [])
  expect(await threads.find('t', 'anna')).toMatchObject({ title: 'Kept', status: 'running' })
})
