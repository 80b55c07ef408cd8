import type { Pool } from 'pg'
import type { Row, Sql } from './sql.ts'

/** Everything of ours lies in a schema of its own, beside whatever else the database holds. */
export const SCHEMA = 'parley'

export function postgresSql(pool: Pick<Pool, 'query'>): Sql {
  return {
    prefix: `${SCHEMA}.`,
    now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
    light: `set_config('synchronous_commit', 'off', true) = 'off'`,
    query: async (text, values) => (await pool.query<Row>(text, [...values])).rows,
  }
}
