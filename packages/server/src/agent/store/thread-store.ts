import type { Fault } from '@parley/dialects'
import type { PendingCall, ThreadStatus } from '../../chat/chat-event.ts'
import type { Inbound } from '../agent-state.ts'
import { type Row, type Sql, type Statement, textOf, type Work } from './sql.ts'
import { type ThreadRecord, toThreadRecord } from './thread-record.ts'

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
  list(owner: string, selection: ThreadSelection): Promise<readonly ThreadRecord[]>
  /** Makes a thread, tells it something and takes it in hand, all at once. `undefined`: there is one of that id. */
  begin(thread: NewThread, told: readonly Told[]): Promise<Accepted | undefined>
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

export function createThreadStore(sql: Sql, options: ThreadStoreOptions): ThreadStore {
  return new SqlThreadStore(sql, options)
}

class SqlThreadStore implements ThreadStore {
  readonly #sql: Sql
  readonly #replica: string
  readonly #threads: string
  readonly #inbox: string
  /** Expressions of the database. */
  readonly #isFree: string
  readonly #until: string

  constructor(sql: Sql, { replica, leaseMs }: ThreadStoreOptions) {
    this.#sql = sql
    this.#replica = replica
    this.#threads = `${sql.prefix}agent_threads`
    this.#inbox = `${sql.prefix}agent_inbox`
    this.#isFree = `(holder = '' OR lease_until < ${sql.now})`
    this.#until = `${sql.now} + ${leaseMs}`
  }

  async find(id: string, owner: string): Promise<ThreadRecord | undefined> {
    return await this.#one(`SELECT * FROM ${this.#threads} WHERE id = $1 AND owner = $2`, [id, owner])
  }

  async read(id: string): Promise<ThreadRecord | undefined> {
    return await this.#one(`SELECT * FROM ${this.#threads} WHERE id = $1`, [id])
  }

  async list(owner: string, { status, limit, before }: ThreadSelection): Promise<readonly ThreadRecord[]> {
    const wanted = `owner = $1 AND updated_at < $2${status === undefined ? '' : ' AND status = $4'}`
    const values = [owner, before ?? Number.MAX_SAFE_INTEGER, limit, ...(status === undefined ? [] : [status])]
    const text = `SELECT * FROM ${this.#threads} WHERE ${wanted} ORDER BY updated_at DESC LIMIT $3`
    return (await this.#sql.query(text, values)).map(toThreadRecord)
  }

  async begin({ id, owner, title, model }: NewThread, told: readonly Told[]): Promise<Accepted | undefined> {
    const { now } = this.#sql
    const text = `INSERT INTO ${this.#threads} (id, owner, title, model, status, created_at, updated_at)
      VALUES ($1, $2, $3, $4, 'idle', ${now}, ${now}) ON CONFLICT DO NOTHING RETURNING id`
    const accept = () => this.#accept(id, told, () => undefined)
    return await this.#sql.transact(function* () {
      const rows = yield { text, values: [id, owner, title, model] }
      return rows.length === 0 ? undefined : yield* accept()
    })
  }

  async remove(id: string): Promise<void> {
    const texts = [`DELETE FROM ${this.#inbox} WHERE thread_id = $1`, `DELETE FROM ${this.#threads} WHERE id = $1`]
    await this.#sql.transact(function* () {
      for (const text of texts) yield { text, values: [id] }
    })
  }

  async accept(id: string, told: readonly Told[], judge: (thread: ThreadRecord) => void): Promise<Accepted | undefined> {
    try {
      return await this.#sql.transact(() => this.#accept(id, told, judge))
    } catch (error) {
      if (error instanceof AlreadyTold) return undefined
      throw error
    }
  }

  async inbox(id: string): Promise<readonly Inbound[]> {
    const rows = await this.#sql.query(`SELECT body FROM ${this.#inbox} WHERE thread_id = $1 ORDER BY position`, [id])
    // Written by ourselves, in `accept`.
    return rows.map((row) => JSON.parse(textOf(row, 'body')) as Inbound)
  }

  async take(id: string): Promise<ThreadRecord | undefined> {
    return await this.#one(
      `UPDATE ${this.#threads} SET holder = $2, lease_until = ${this.#until}
        WHERE id = $1 AND status = 'running' AND ${this.#isFree} RETURNING *`,
      [id, this.#replica],
    )
  }

  async settle(id: string, told: number, settled: Settled): Promise<number | 'settled' | 'lost'> {
    return await this.#sql.transact(() => this.#settle(id, told, settled))
  }

  async drop(id: string): Promise<void> {
    await this.#sql.query(`UPDATE ${this.#threads} SET holder = '' WHERE id = $1 AND holder = $2`, [id, this.#replica])
  }

  async beat(): Promise<readonly { readonly id: string; readonly isCancelled: boolean }[]> {
    const rows = await this.#sql.query(
      `UPDATE ${this.#threads} SET lease_until = ${this.#until}
        WHERE holder = $1 AND lease_until >= ${this.#sql.now} RETURNING id, cancelled`,
      [this.#replica],
    )
    return rows.map((row) => ({ id: textOf(row, 'id'), isCancelled: Number(row['cancelled']) === 1 }))
  }

  async cancel(id: string): Promise<void> {
    await this.#sql.query(`UPDATE ${this.#threads} SET cancelled = 1 WHERE id = $1 AND status = 'running'`, [id])
  }

  async orphans(limit: number): Promise<readonly string[]> {
    return await this.#ids(`SELECT id FROM ${this.#threads} WHERE status = 'running' AND ${this.#isFree} LIMIT $1`, [limit])
  }

  async stale(before: number, limit: number): Promise<readonly string[]> {
    const text = `SELECT id FROM ${this.#threads} WHERE updated_at < $1 AND status <> 'running' LIMIT $2`
    return await this.#ids(text, [before, limit])
  }

  *#accept(id: string, told: readonly Told[], judge: (thread: ThreadRecord) => void): Work<Accepted | undefined> {
    const [turn] = told.flatMap(({ body }) => (body.type === 'turn' ? [body] : []))
    const [row] = yield {
      text: `UPDATE ${this.#threads} SET told = told + $2, question = COALESCE($4, question), model = COALESCE($5, model),
        status = 'running', before_status = status, cancelled = 0, updated_at = ${this.#sql.now},
        lease_until = CASE WHEN ${this.#isFree} THEN ${this.#until} ELSE lease_until END,
        holder = CASE WHEN ${this.#isFree} THEN $3 ELSE holder END
        WHERE id = $1 RETURNING *`,
      values: [id, told.length, this.#replica, turn?.messages.at(-1)?.id ?? null, turn?.turn.model ?? null],
    }
    if (!row) return undefined
    const thread = toThreadRecord(row)
    judge(toThreadRecord({ ...row, status: row['before_status'] }))
    for (const [index, { key, body }] of told.entries()) {
      const added = yield {
        text: `INSERT INTO ${this.#inbox} (thread_id, key, position, body) VALUES ($1, $2, $3, $4)
          ON CONFLICT DO NOTHING RETURNING key`,
        values: [id, key, thread.told - told.length + index, JSON.stringify(body)],
      }
      if (added.length === 0) throw new AlreadyTold()
    }
    return { thread, mine: thread.holder === this.#replica }
  }

  *#settle(id: string, told: number, { status, pending, fault }: Settled): Work<number | 'settled' | 'lost'> {
    const [row] = yield {
      text: `UPDATE ${this.#threads} SET status = $4, pending = $5, fault = $6, holder = '', cancelled = 0,
        updated_at = ${this.#sql.now} WHERE id = $1 AND holder = $2 AND told = $3 RETURNING id`,
      values: [id, this.#replica, told, status, JSON.stringify(pending), fault ? JSON.stringify(fault) : null],
    }
    if (!row) {
      const text = `SELECT told FROM ${this.#threads} WHERE id = $1 AND holder = $2`
      const [now] = yield { text, values: [id, this.#replica] }
      return now ? Number(now['told']) : 'lost'
    }
    // A thread that failed has not yet heard everything it was told.
    if (status !== 'failed')
      yield { text: `DELETE FROM ${this.#inbox} WHERE thread_id = $1 AND position < $2`, values: [id, told] }
    return 'settled'
  }

  async #one(text: string, values: Statement['values']): Promise<ThreadRecord | undefined> {
    const [row] = await this.#sql.query(text, values)
    return row && toThreadRecord(row)
  }

  async #ids(text: string, values: Statement['values']): Promise<readonly string[]> {
    return (await this.#sql.query(text, values)).map((row: Row) => textOf(row, 'id'))
  }
}

class AlreadyTold extends Error {}
