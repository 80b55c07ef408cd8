import pg from 'pg'
import type { AgentStore } from './agent-store.ts'
import { type AgentThreadStoreOptions, createAgentThreadStore } from './agent-thread-store.ts'
import { createApprovalStore } from './approval-store.ts'
import { migrate } from './migrations.ts'
import { OneTripSaver } from './one-trip-saver.ts'
import { PagedSaver, type StoredPages } from './paged-saver.ts'
import { postgresSql, unusable } from './postgres-sql.ts'

/** Any number that nobody else locks: one replica at a time changes the tables. */
const MIGRATING = 7_245_539_117

/** Threads in a PostgreSQL database that any number of replicas share. Tables are made, and brought up to date, here. */
export async function openPostgres(address: string, options: AgentThreadStoreOptions): Promise<AgentStore> {
  const pool = new pg.Pool({ connectionString: address, application_name: 'parley', connectionTimeoutMillis: 10_000 })
  // A connection that breaks while it rests is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const saver = new OneTripSaver(pool)
  try {
    const client = await pool.connect()
    try {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATING])
      await saver.setup()
      await client.query('BEGIN')
      await migrate(postgresSql(client))
      await client.query('COMMIT')
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [MIGRATING])
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw unusable(error)
  }
  const sql = postgresSql(pool)
  const pages: StoredPages = new WeakMap()
  const lightSaver = new PagedSaver(new OneTripSaver(pool, sql.light), pages)
  return {
    saver: new PagedSaver(saver, pages),
    lightSaver,
    threads: createAgentThreadStore(sql, options),
    approvals: createApprovalStore(sql),
    close: () => pool.end(),
  }
}
