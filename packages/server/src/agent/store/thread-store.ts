import type { Fault } from '@parley/dialects'
import type { PendingCall, ThreadStatus } from '../../chat/chat-event.ts'
import type { Inbound } from '../agent-state.ts'
import { type Row, type Sql, textOf, type Work } from './sql.ts'
import { type ThreadRecord, toThreadRecord } from './thread-record.ts'

export interface NewThread {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly model: string
}

/** Something to be told, under a key that it may be told only once. */
export interface Told {
  readonly key: string
  readonly body: Inbound
}

export interface Accepted {
  readonly thread: ThreadRecord
  /** Whether the thread is now in the hands of who told it. */
  readonly mine: boolean
}

export interface Settled {
  readonly status: Exclude<ThreadStatus, 'running'>
  readonly pending: readonly PendingCall[]
  readonly fault?: Fault
}

/**
 * Who owns which thread, what it was told, and who works on it. Every change of a thread is one change of its row, so
 * replicas take turns without speaking to each other.
 */
export interface ThreadStore {
  find(id: string, owner: string): Promise<ThreadRecord | undefined>
  /** A thread whose owner was checked before. */
  read(id: string): Promise<ThreadRecord | undefined>
  list(owner: string, options: { status?: ThreadStatus; limit: number; before?: number }): Promise<readonly ThreadRecord[]>
  /** Whether there was no such thread yet. */
  create(thread: NewThread): Promise<boolean>
  remove(id: string): Promise<void>
  /**
   * Keeps what the thread is told, and takes the thread in hand if nobody has it. `judge` sees the thread as it is at that
   * moment and throws to refuse; then nothing has happened. `undefined`: one of the keys was used before.
   */
  accept(id: string, told: readonly Told[], judge: (thread: ThreadRecord) => void): Promise<Accepted | undefined>
  inbox(id: string): Promise<readonly Inbound[]>
  /** Takes over a thread that should be running and is in nobody's hands. */
  take(id: string): Promise<ThreadRecord | undefined>
  /** Lets go of a thread, unless it was told something new: then it stays, and the answer is its new count. */
  settle(id: string, told: number, settled: Settled): Promise<number | 'settled' | 'lost'>
  /** Lets go without an end: whoever comes next goes on. */
  drop(id: string): Promise<void>
  /** Says that this replica is alive. Gives the threads it still holds, and whether they were cancelled. */
  beat(): Promise<readonly { readonly id: string; readonly isCancelled: boolean }[]>
  cancel(id: string): Promise<void>
  /** Threads that should be running and are in nobody's hands. */
  orphans(limit: number): Promise<readonly string[]>
  /** Threads that nobody touched since. */
  stale(before: number, limit: number): Promise<readonly string[]>
}

export interface ThreadStoreOptions {
  /** The name of this replica; no other may have it, not even this one after a restart. */
  readonly replica: string
  readonly leaseMs: number
}

export function createThreadStore(sql: Sql, { replica, leaseMs }: ThreadStoreOptions): ThreadStore {
  const threads = `${sql.prefix}agent_threads`
  const inbox = `${sql.prefix}agent_inbox`
  const isFree = `(holder = '' OR lease_until < ${sql.now})`
  const until = `${sql.now} + ${leaseMs}`
  const records = async (text: string, values: readonly (string | number)[]) =>
    (await sql.query(text, values)).map(toThreadRecord)
  const ids = (rows: readonly Row[]) => rows.map((row) => textOf(row, 'id'))

  function* accept(id: string, told: readonly Told[], judge: (thread: ThreadRecord) => void): Work<Accepted | undefined> {
    const [turn] = told.flatMap(({ body }) => (body.type === 'turn' ? [body] : []))
    const [row] = yield {
      text: `UPDATE ${threads} SET told = told + $2, question = COALESCE($4, question), model = COALESCE($5, model), status = 'running', cancelled = 0, updated_at = ${sql.now},
        lease_until = CASE WHEN ${isFree} THEN ${until} ELSE lease_until END,
        holder = CASE WHEN ${isFree} THEN $3 ELSE holder END,
        before_status = status, fault = NULL
        WHERE id = $1 RETURNING *`,
      values: [id, told.length, replica, turn?.messages.at(-1)?.id ?? null, turn?.turn.model ?? null],
    }
    if (!row) return undefined
    const thread = toThreadRecord(row)
    judge(toThreadRecord({ ...row, status: row['before_status'] }))
    for (const [index, { key, body }] of told.entries()) {
      const added = yield {
        text: `INSERT INTO ${inbox} (thread_id, key, position, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key`,
        values: [id, key, thread.told - told.length + index, JSON.stringify(body)],
      }
      if (added.length === 0) throw new AlreadyTold()
    }
    return { thread, mine: thread.holder === replica }
  }

  return {
    async find(id, owner) {
      const [thread] = await records(`SELECT * FROM ${threads} WHERE id = $1 AND owner = $2`, [id, owner])
      return thread
    },
    async read(id) {
      const [thread] = await records(`SELECT * FROM ${threads} WHERE id = $1`, [id])
      return thread
    },
    async list(owner, { status, limit, before }) {
      const wanted = `owner = $1 AND updated_at < $2${status === undefined ? '' : ' AND status = $4'}`
      const values = [owner, before ?? Number.MAX_SAFE_INTEGER, limit, ...(status === undefined ? [] : [status])]
      return await records(`SELECT * FROM ${threads} WHERE ${wanted} ORDER BY updated_at DESC LIMIT $3`, values)
    },
    async create({ id, owner, title, model }) {
      const rows = await sql.query(
        `INSERT INTO ${threads} (id, owner, title, model, status, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'idle', ${sql.now}, ${sql.now}) ON CONFLICT DO NOTHING RETURNING id`,
        [id, owner, title, model],
      )
      return rows.length > 0
    },
    remove: (id) =>
      sql.transact(function* () {
        yield { text: `DELETE FROM ${inbox} WHERE thread_id = $1`, values: [id] }
        yield { text: `DELETE FROM ${threads} WHERE id = $1`, values: [id] }
      }),
    async accept(id, told, judge) {
      try {
        return await sql.transact(() => accept(id, told, judge))
      } catch (error) {
        if (error instanceof AlreadyTold) return undefined
        throw error
      }
    },
    async inbox(id) {
      const rows = await sql.query(`SELECT body FROM ${inbox} WHERE thread_id = $1 ORDER BY position`, [id])
      // Written by ourselves, in `accept`.
      return rows.map((row) => JSON.parse(textOf(row, 'body')) as Inbound)
    },
    async take(id) {
      const [thread] = await records(
        `UPDATE ${threads} SET holder = $2, lease_until = ${until} WHERE id = $1 AND status = 'running' AND ${isFree} RETURNING *`,
        [id, replica],
      )
      return thread
    },
    settle: (id, told, { status, pending, fault }) =>
      sql.transact(function* () {
        const [row] = yield {
          text: `UPDATE ${threads} SET status = $4, pending = $5, fault = $6, holder = '', cancelled = 0, updated_at = ${sql.now}
            WHERE id = $1 AND holder = $2 AND told = $3 RETURNING id`,
          values: [id, replica, told, status, JSON.stringify(pending), fault ? JSON.stringify(fault) : null],
        }
        if (row) {
          // A thread that failed has not yet heard everything it was told.
          if (status !== 'failed')
            yield { text: `DELETE FROM ${inbox} WHERE thread_id = $1 AND position < $2`, values: [id, told] }
          return 'settled'
        }
        const [now] = yield { text: `SELECT told FROM ${threads} WHERE id = $1 AND holder = $2`, values: [id, replica] }
        return now ? Number(now['told']) : 'lost'
      }),
    async drop(id) {
      await sql.query(`UPDATE ${threads} SET holder = '' WHERE id = $1 AND holder = $2`, [id, replica])
    },
    async beat() {
      const rows = await sql.query(
        `UPDATE ${threads} SET lease_until = ${until} WHERE holder = $1 AND lease_until >= ${sql.now} RETURNING id, cancelled`,
        [replica],
      )
      return rows.map((row) => ({ id: textOf(row, 'id'), isCancelled: Number(row['cancelled']) === 1 }))
    },
    async cancel(id) {
      await sql.query(`UPDATE ${threads} SET cancelled = 1 WHERE id = $1 AND status = 'running'`, [id])
    },
    async orphans(limit) {
      return ids(await sql.query(`SELECT id FROM ${threads} WHERE status = 'running' AND ${isFree} LIMIT $1`, [limit]))
    },
    async stale(before, limit) {
      const text = `SELECT id FROM ${threads} WHERE updated_at < $1 AND status <> 'running' LIMIT $2`
      return ids(await sql.query(text, [before, limit]))
    },
  }
}

class AlreadyTold extends Error {}
