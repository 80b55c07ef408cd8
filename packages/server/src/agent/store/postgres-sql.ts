import type { Pool, PoolClient } from 'pg'
import type { Row, Sql, Work } from './sql.ts'

/** Everything of ours lies in a schema of its own, beside whatever else the database holds. */
export const SCHEMA = 'parley'

export function postgresSql(pool: Pool): Sql {
  return {
    prefix: `${SCHEMA}.`,
    now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
    query: async (text, values) => (await pool.query<Row>(text, [...values])).rows,
    async transact(work) {
      const client = await pool.connect()
      let isBroken = false
      try {
        await client.query('BEGIN')
        const result = await runWork(work(), client)
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {
          isBroken = true
        })
        throw error
      } finally {
        client.release(isBroken)
      }
    },
    close: () => pool.end(),
  }
}

async function runWork<Result>(work: Work<Result>, client: PoolClient): Promise<Result> {
  let step = work.next()
  while (!step.done) {
    const { text, values } = step.value
    step = work.next((await client.query<Row>(text, [...values])).rows)
  }
  return step.value
}
