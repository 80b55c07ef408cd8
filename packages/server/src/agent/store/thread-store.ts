import type { Fault } from '@parley/dialects'
import type { PendingCall, ThreadStatus } from '../../chat/chat-event.ts'
import { type Sql, textOf } from './sql.ts'
import { type ThreadRecord, type Told, toThreadRecord } from './thread-record.ts'

export interface NewThread {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly model: string
}

export interface ThreadSelection {
  readonly status?: ThreadStatus
  readonly limit: number
  /** Only those that were touched before this time. */
  readonly before?: number
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
  list(owner: string, selection: ThreadSelection): Promise<readonly ThreadRecord[]>
  /** Makes a thread, tells it something and takes it in hand, all at once. `undefined`: there is one of that id. */
  begin(thread: NewThread, told: readonly Told[]): Promise<Accepted | undefined>
  remove(id: string): Promise<void>
  /**
   * Keeps what the thread is told, and takes the thread in hand if nobody has it. `seen` is the thread as the teller knows
   * it. `undefined`: it has changed since, and nothing has happened.
   */
  accept(seen: ThreadRecord, told: readonly Told[]): Promise<Accepted | undefined>
  /** Takes over a thread that should be running and is in nobody's hands. */
  take(id: string): Promise<ThreadRecord | undefined>
  /** Lets go of a thread, unless it was told something new: then the answer is how it is now. */
  settle(id: string, told: number, settled: Settled): Promise<ThreadRecord | 'settled' | 'lost'>
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
  const { now } = sql
  const threads = `${sql.prefix}agent_threads`
  const isFree = `(holder = '' OR lease_until < ${now})`
  const until = `${now} + ${leaseMs}`
  const many: (...query: Parameters<Sql['query']>) => Promise<readonly ThreadRecord[]> = async (...query) =>
    (await sql.query(...query)).map(toThreadRecord)
  const ids: (...query: Parameters<Sql['query']>) => Promise<readonly string[]> = async (...query) =>
    (await sql.query(...query)).map((row) => textOf(row, 'id'))

  return {
    ...finding(threads, many),
    async begin({ id, owner, title, model }, told) {
      const [thread] = await many(
        `INSERT INTO ${threads} (id, owner, title, model, question, inbox, told, status, created_at, updated_at, holder, lease_until)
          VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', ${now}, ${now}, $8, ${until}) ON CONFLICT DO NOTHING RETURNING *`,
        [id, owner, title, model, questionIn(told) ?? '', JSON.stringify(told), told.length, replica],
      )
      return thread && { thread, mine: true }
    },
    async remove(id) {
      await sql.query(`DELETE FROM ${threads} WHERE id = $1`, [id])
    },
    async accept(seen, told) {
      const [thread] = await many(
        `UPDATE ${threads} SET status = 'running', cancelled = 0, updated_at = ${now}, inbox = $4, told = told + $5,
          question = COALESCE($6, question), model = COALESCE($7, model),
          lease_until = CASE WHEN ${isFree} THEN ${until} ELSE lease_until END,
          holder = CASE WHEN ${isFree} THEN $8 ELSE holder END
          WHERE id = $1 AND told = $2 AND status = $3 RETURNING *`,
        [
          ...[seen.id, seen.told, seen.status],
          ...[JSON.stringify([...seen.inbox, ...told]), told.length, questionIn(told) ?? null, modelIn(told) ?? null, replica],
        ],
      )
      return thread && { thread, mine: thread.holder === replica }
    },
    async take(id) {
      const [thread] = await many(
        `UPDATE ${threads} SET holder = $2, lease_until = ${until}
          WHERE id = $1 AND status = 'running' AND ${isFree} RETURNING *`,
        [id, replica],
      )
      return thread
    },
    async settle(id, told, { status, pending, fault }) {
      // A thread that failed has not yet taken in everything it was told.
      const emptied = status === 'failed' ? '' : `inbox = '[]', `
      const done = await ids(
        `UPDATE ${threads} SET ${emptied}status = $4, pending = $5, fault = $6, holder = '', cancelled = 0, updated_at = ${now}
          WHERE id = $1 AND holder = $2 AND told = $3 RETURNING id`,
        [id, replica, told, status, JSON.stringify(pending), fault ? JSON.stringify(fault) : null],
        // Undone, it is taken over as if this replica had died, and settled again.
        true,
      )
      if (done.length > 0) return 'settled'
      const [thread] = await many(`SELECT * FROM ${threads} WHERE id = $1 AND holder = $2`, [id, replica])
      return thread ?? 'lost'
    },
    async drop(id) {
      await sql.query(`UPDATE ${threads} SET holder = '' WHERE id = $1 AND holder = $2`, [id, replica], true)
    },
    async beat() {
      const rows = await sql.query(
        `UPDATE ${threads} SET lease_until = ${until} WHERE holder = $1 AND lease_until >= ${now} RETURNING id, cancelled`,
        [replica],
        true,
      )
      return rows.map((row) => ({ id: textOf(row, 'id'), isCancelled: Number(row['cancelled']) === 1 }))
    },
    async cancel(id) {
      await sql.query(`UPDATE ${threads} SET cancelled = 1 WHERE id = $1 AND status = 'running'`, [id])
    },
    orphans: (limit) => ids(`SELECT id FROM ${threads} WHERE status = 'running' AND ${isFree} LIMIT $1`, [limit]),
    stale: (before, limit) =>
      ids(`SELECT id FROM ${threads} WHERE updated_at < $1 AND status <> 'running' LIMIT $2`, [before, limit]),
  }
}

function finding(
  threads: string,
  many: (text: string, values: readonly (string | number)[]) => Promise<readonly ThreadRecord[]>,
): Pick<ThreadStore, 'find' | 'read' | 'list'> {
  return {
    find: async (id, owner) => (await many(`SELECT * FROM ${threads} WHERE id = $1 AND owner = $2`, [id, owner]))[0],
    read: async (id) => (await many(`SELECT * FROM ${threads} WHERE id = $1`, [id]))[0],
    async list(owner, { status, limit, before }) {
      const wanted = `owner = $1 AND updated_at < $2${status === undefined ? '' : ' AND status = $4'}`
      const values = [owner, before ?? Number.MAX_SAFE_INTEGER, limit, ...(status === undefined ? [] : [status])]
      return await many(`SELECT * FROM ${threads} WHERE ${wanted} ORDER BY updated_at DESC LIMIT $3`, values)
    },
  }
}

function questionIn(told: readonly Told[]): string | undefined {
  return told.flatMap(({ body }) => (body.type === 'turn' ? (body.messages.at(-1)?.id ?? []) : [])).at(-1)
}

function modelIn(told: readonly Told[]): string | undefined {
  return told.flatMap(({ body }) => (body.type === 'turn' ? body.turn.model : [])).at(-1)
}
