import { FaultError } from '@parley/dialects'
import type { Pool } from 'pg'
import { say } from '../../words.ts'
import type { Row, Sql } from './sql.ts'

/** Everything of ours lies in a schema of its own, beside whatever else the database holds. */
export const SCHEMA = 'parley'

export function postgresSql(pool: Pick<Pool, 'query'>): Sql {
  return {
    prefix: `${SCHEMA}.`,
    now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
    async query(text, values) {
      try {
        return (await pool.query<Row>(text, [...values])).rows
      } catch (error) {
        throw isAway(error) ? unusable(error) : error
      }
    },
  }
}

/** The network's own codes, and PostgreSQL's classes for broken connections (08), too few of them (53) and a server that stops (57). */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(E[A-Z]+|08\w{3}|53\w{3}|57P0\d)$/.test(code) || /^(Connection terminated|timeout exceeded)/.test(error.message)
}

export function unusable(cause: unknown): FaultError {
  const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new FaultError(
    {
      code: 'provider/unavailable',
      ...say('store.database', { why }),
      retryable: true,
    },
    { cause },
  )
}
