import { isJsonObject, type JsonObject, type ToolResult } from '@parley/dialects'
import type { AskedBack } from '../../tools/remote-tool.ts'
import type { InnerCall } from '../agent-state.ts'
import type { LooseReceipt } from '../receipts/receipt.ts'
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

/** A call of a program that has its result. The program's own call still waits, so no checkpoint knows of it. */
interface KeptInnerCall {
  readonly call: InnerCall
  readonly result: ToolResult
  readonly receipt: LooseReceipt
}

/**
 * Calls that must not be begun twice. Checkpoints know a call only by its result; between its beginning and that, a server may die, and
 * nobody may take that for a call that never was.
 */
export interface BegunCalls {
  read(threadId: string, call: string): Promise<BegunCall | undefined>
  /** `before`: as it was read. False: somebody else was faster, and nothing was changed. */
  change(threadId: string, call: string, before: BegunCall | undefined, after: BegunCall): Promise<boolean>
  /** `program`: the call that runs it; its id is its thread's only one. */
  readInner(threadId: string, program: string, id: string): Promise<KeptInnerCall | undefined>
  /** False: it is kept already, and nothing was changed. */
  keepInner(threadId: string, program: string, kept: KeptInnerCall): Promise<boolean>
  /** All that a program has called, in the order called. */
  innerOf(threadId: string, program: string): Promise<readonly KeptInnerCall[]>
  /** Forgets those of a thread. */
  remove(threadId: string): Promise<void>
}

export function createBegunCalls(sql: Sql): BegunCalls {
  const table = `${sql.prefix}begun_calls`
  const stateOf = async (threadId: string, call: string): Promise<unknown> => {
    const [row] = await sql.query(`SELECT state FROM ${table} WHERE thread = $1 AND call = $2`, [threadId, call])
    const state: unknown = row && JSON.parse(textOf(row, 'state'))
    return isJsonObject(state) ? state : undefined
  }
  const add = async (threadId: string, call: string, state: object): Promise<boolean> => {
    const values = [threadId, call, JSON.stringify(state)]
    const rows = await sql.query(`INSERT INTO ${table} VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING call`, values)
    return rows.length === 1
  }
  return {
    // What these read was written by ourselves, below.
    read: async (threadId, call) => (await stateOf(threadId, call)) as BegunCall | undefined,
    readInner: async (threadId, program, id) => (await stateOf(threadId, innerName(program, id))) as KeptInnerCall | undefined,
    keepInner: (threadId, program, kept) => add(threadId, innerName(program, kept.call.id), kept),
    async innerOf(threadId, program) {
      const beginning = innerName(program).slice(0, -1)
      const rows = await sql.query(`SELECT state FROM ${table} WHERE thread = $1 AND substr(call, 1, $2) = $3`, [
        threadId,
        // Databases count characters, and not halves of them.
        [...beginning].length,
        beginning,
      ])
      const kept = rows.map((row) => JSON.parse(textOf(row, 'state')) as KeptInnerCall)
      return kept.toSorted((one, other) => one.call.id.localeCompare(other.call.id, 'en', { numeric: true }))
    },
    async change(threadId, call, before, after) {
      if (!before) return await add(threadId, call, after)
      const rows = await sql.query(
        `UPDATE ${table} SET state = $3 WHERE thread = $1 AND call = $2 AND state = $4 RETURNING call`,
        [threadId, call, JSON.stringify(after), JSON.stringify(before)],
      )
      return rows.length === 1
    },
    async remove(threadId) {
      await sql.query(`DELETE FROM ${table} WHERE thread = $1`, [threadId])
    },
  }
}

/** Calls of others' tools are named by two texts, these by three. Ids of calls are the model's, with whatever characters it likes. */
const innerName = (program: string, ...id: readonly string[]): string => JSON.stringify(['program', program, ...id])
