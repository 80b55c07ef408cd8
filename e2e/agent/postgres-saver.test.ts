import { validate } from '@langchain/langgraph-checkpoint-validation'
import { openPostgresStore } from '@parley/server/agent'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPostgres } from './harness/start-postgres.ts'

// LangGraph's own suite takes the test runner from the global scope.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it })

const postgres = await startPostgres()
const address = await postgres.create()
const store = await openPostgresStore(address, { replica: 'one', leaseMs: 10_000 })
const pool = new pg.Pool({ connectionString: address, max: 1 })
// A pool has ended before its connections have, and the database may be faster.
pool.on('error', () => undefined)

afterAll(async () => {
  await store.close()
  await pool.end()
  await postgres.stop()
})

validate({
  checkpointerName: 'the saver of PostgreSQL',
  createCheckpointer: () => store.saver,
  async destroyCheckpointer() {
    await pool.query('TRUNCATE parley.checkpoints, parley.checkpoint_blobs, parley.checkpoint_writes')
  },
})
