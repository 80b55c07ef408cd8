import { MINUTE, type RateBook } from '../../safety/rate-limit.ts'
import { numberOf, type Sql } from './sql.ts'

export interface RateStore extends RateBook {
  /** Forgets those who have their whole limit again. */
  clear(): Promise<void>
}

/**
 * Who asked how often, where all replicas see it: one number for each client, the time at which its bucket is full again. A request moves it on
 * by its share of a minute, in one statement that does nothing where it is a minute ahead already; the clock is the database's.
 */
export function createRateStore(sql: Sql): RateStore {
  const table = `${sql.prefix}rate_use`
  const since = `CASE WHEN used.full_at > ${sql.now} THEN used.full_at ELSE ${sql.now} END`
  // PostgreSQL would take it for a whole number, as the time is one.
  const share = 'CAST($2 AS DOUBLE PRECISION)'
  const take = `INSERT INTO ${table} AS used (client, full_at) VALUES ($1, ${sql.now} + ${share})
    ON CONFLICT (client) DO UPDATE SET full_at = ${since} + ${share}
    WHERE used.full_at + ${share} <= ${sql.now} + ${MINUTE} RETURNING client`
  return {
    async take(client, perMinute) {
      const each = MINUTE / perMinute
      const taken = await sql.query(take, [client, each])
      if (taken.length > 0) return undefined
      const [row = {}] = await sql.query(`SELECT full_at - ${sql.now} AS ahead FROM ${table} WHERE client = $1`, [client])
      return Math.max(0, numberOf(row, 'ahead') + each - MINUTE)
    },
    async clear() {
      await sql.query(`DELETE FROM ${table} WHERE full_at < ${sql.now}`, [])
    },
  }
}
