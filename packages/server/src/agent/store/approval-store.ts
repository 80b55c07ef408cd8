import type { SpendApproval } from '../../tools/spent-approvals.ts'
import type { Sql } from './sql.ts'

/** Approvals of chat mode that were used, where all replicas see them. */
export interface ApprovalStore {
  readonly spend: SpendApproval
  /** Forgets those that nobody could use any more. */
  clear(): Promise<void>
}

export function createApprovalStore(sql: Sql): ApprovalStore {
  const table = `${sql.prefix}spent_approvals`
  return {
    async spend(id, until) {
      const rows = await sql.query(`INSERT INTO ${table} VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id`, [id, until])
      return rows.length === 1
    },
    async clear() {
      await sql.query(`DELETE FROM ${table} WHERE until_at < ${sql.now}`, [])
    },
  }
}
