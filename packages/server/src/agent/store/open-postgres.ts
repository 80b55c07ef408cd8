import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import pg from 'pg'
import { createSigningKey } from '../receipts/signing-key.ts'
import { type AgentStore, createApprovalStore } from './agent-store.ts'
import { AgentThreadStore, type AgentThreadStoreOptions } from './agent-thread-store.ts'
import { createBegunCalls } from './begun-calls.ts'
import { createBudgetStore } from './budget-store.ts'
import { createKeptResponseStore } from './kept-response-store.ts'
import { migrate } from './migrations.ts'
import { plainJson } from './paged-saver.ts'
import { postgresSql, SCHEMA, unusable } from './postgres-sql.ts'
import { createRateStore } from './rate-store.ts'
import { createSqlWaitingStore } from './sql-waiting-store.ts'

/** Any number that nobody else locks: one replica at a time changes the tables. */
const MIGRATING = 7_245_539_117

/** Threads in a PostgreSQL database that any number of replicas share. Tables are made, and brought up to date, here. */
export async function openPostgres(address: string, options: AgentThreadStoreOptions): Promise<AgentStore> {
  const pool = new pg.Pool({ connectionString: address, application_name: 'parley', connectionTimeoutMillis: 10_000 })
  // A connection that breaks while it rests is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const saver = new PostgresSaver(pool, plainJson, { schema: SCHEMA })
  try {
    const client = await pool.connect()
    try {
      // A lock of the transaction, and not of the connection: whoever pools connections in front of the database may give us another one.
      await client.query('BEGIN')
      await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATING])
      await saver.setup()
      await migrate(postgresSql(client))
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw unusable(error)
  }
  const sql = postgresSql(pool)
  const close = () => pool.end()
  const threads = new AgentThreadStore(sql, options)
  return {
    saver,
    threads,
    begun: createBegunCalls(sql),
    signing: createSigningKey(sql),
    approvals: createApprovalStore(sql),
    responses: createKeptResponseStore(sql),
    waiting: createSqlWaitingStore(sql),
    budgets: createBudgetStore(sql),
    rates: createRateStore(sql),
    close,
  }
}
