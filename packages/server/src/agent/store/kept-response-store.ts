import { isJsonObject } from '@parley/dialects'
import type { KeptResponse, ResponseStore } from '../../responses/kept-response.ts'
import { DAY_MS, type Sql, textOf } from './sql.ts'

/** Recent responses of the gateway, where all replicas see them. */
export interface KeptResponseStore extends ResponseStore {
  /** Forgets those that are old. */
  clear(): Promise<void>
}

/** Of one owner. */
const MOST = 1000

export function createKeptResponseStore(sql: Sql, most = MOST): KeptResponseStore {
  const table = `${sql.prefix}kept_responses`
  return {
    async put(owner, id, kept) {
      await sql.query(`INSERT INTO ${table} VALUES ($1, $2, $3, ${sql.now}) ON CONFLICT DO NOTHING`, [
        owner,
        id,
        JSON.stringify(kept),
      ])
      await sql.query(
        `DELETE FROM ${table} WHERE owner = $1 AND kept_at <
        (SELECT kept_at FROM ${table} WHERE owner = $1 ORDER BY kept_at DESC LIMIT 1 OFFSET ${most - 1})`,
        [owner],
      )
    },
    async find(owner, id) {
      const [row] = await sql.query(`SELECT kept FROM ${table} WHERE owner = $1 AND id = $2`, [owner, id])
      return row && readKept(textOf(row, 'kept'))
    },
    async remove(owner, id) {
      const rows = await sql.query(`DELETE FROM ${table} WHERE owner = $1 AND id = $2 RETURNING id`, [owner, id])
      return rows.length > 0
    },
    async clear() {
      await sql.query(`DELETE FROM ${table} WHERE kept_at < ${sql.now} - ${DAY_MS}`, [])
    },
  }
}

function readKept(text: string): KeptResponse | undefined {
  const kept: unknown = JSON.parse(text)
  if (!isJsonObject(kept) || !isJsonObject(kept['answer']) || !Array.isArray(kept['input'])) return undefined
  const { answer, input, previous } = kept
  return { answer, input, ...(typeof previous === 'string' && { previous }) }
}
