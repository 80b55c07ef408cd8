import { isJsonObject, type JsonObject } from '@parley/dialects'
import type { AskedBack } from '../../tools/remote-tool.ts'
import { type Sql, textOf } from './sql.ts'

/** How far a call is that was begun and has no result yet. */
export interface BegunCall {
  /** What it was begun with. */
  readonly input: JsonObject
  /** Whether the user changed what the model wrote. */
  readonly isEdited: boolean
  /** How many questions were answered. */
  readonly answered: number
  /** What it asks back, and the answers so far. Absent: it is under way, or whoever began it is gone. */
  readonly asked?: AskedBack & { readonly answers: JsonObject }
}

/**
 * Calls that must not be begun twice. Checkpoints know a call only by its result; between its beginning and that, a server may die, and
 * nobody may take that for a call that never was.
 */
export interface BegunCalls {
  read(threadId: string, call: string): Promise<BegunCall | undefined>
  /** `before`: as it was read. False: somebody else was faster, and nothing was changed. */
  change(threadId: string, call: string, before: BegunCall | undefined, after: BegunCall): Promise<boolean>
  /** Forgets those of a thread. */
  remove(threadId: string): Promise<void>
}

export function createBegunCalls(sql: Sql): BegunCalls {
  const table = `${sql.prefix}begun_calls`
  return {
    async read(threadId, call) {
      const [row] = await sql.query(`SELECT state FROM ${table} WHERE thread = $1 AND call = $2`, [threadId, call])
      const state: unknown = row && JSON.parse(textOf(row, 'state'))
      // Written by ourselves, below.
      return isJsonObject(state) ? (state as unknown as BegunCall) : undefined
    },
    async change(threadId, call, before, after) {
      const rows = before
        ? await sql.query(`UPDATE ${table} SET state = $3 WHERE thread = $1 AND call = $2 AND state = $4 RETURNING call`, [
            threadId,
            call,
            JSON.stringify(after),
            JSON.stringify(before),
          ])
        : await sql.query(`INSERT INTO ${table} VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING call`, [
            threadId,
            call,
            JSON.stringify(after),
          ])
      return rows.length === 1
    },
    async remove(threadId) {
      await sql.query(`DELETE FROM ${table} WHERE thread = $1`, [threadId])
    },
  }
}
