import { isOpen, type WaitingCall } from '../../waiting/waiting-call.ts'
import { surplus, type WaitingStore } from '../../waiting/waiting-store.ts'
import { numberOf, type Row, type Sql, textOf } from './sql.ts'

/** Calls of other people's agents, where all replicas see them. A change counts only if nobody changed the call meanwhile. */
export function createSqlWaitingStore(sql: Sql): WaitingStore {
  const table = `${sql.prefix}waiting_calls`
  const find = async (owner: string, id: string) => {
    const [row] = await sql.query(`SELECT version, body, ${sql.now} AS at FROM ${table} WHERE owner = $1 AND id = $2`, [
      owner,
      id,
    ])
    return row
  }
  const list = async (owner: string) =>
    (await sql.query(`SELECT body FROM ${table} WHERE owner = $1 ORDER BY asked_at, id`, [owner])).map(toCall)
  const remove = async (owner: string, id: string) => {
    await sql.query(`DELETE FROM ${table} WHERE owner = $1 AND id = $2`, [owner, id])
  }
  return {
    list,
    remove,
    async add(call) {
      const rows = await sql.query(`INSERT INTO ${table} VALUES ($1, $2, $3, $4, 0, $5) ON CONFLICT DO NOTHING RETURNING id`, [
        call.owner,
        call.id,
        call.thread,
        call.askedAt,
        JSON.stringify(call),
      ])
      if (rows.length === 0) return false
      for (const { id } of surplus(await list(call.owner))) await remove(call.owner, id)
      return true
    },
    async read(owner, id) {
      const row = await find(owner, id)
      return row && toCall(row)
    },
    async change(owner, id, step) {
      for (;;) {
        const row = await find(owner, id)
        const next = row && step(toCall(row), numberOf(row, 'at'))
        if (!next) return undefined
        const changed = await sql.query(
          `UPDATE ${table} SET body = $3, open_in = $4, version = version + 1 WHERE owner = $1 AND id = $2 AND version = $5 RETURNING id`,
          [owner, id, JSON.stringify(next), isOpen(next) ? next.thread : null, numberOf(row, 'version')],
        )
        if (changed.length === 1) return next
      }
    },
  }
}

// Written by ourselves, from a call.
const toCall = (row: Row): WaitingCall => JSON.parse(textOf(row, 'body')) as WaitingCall
