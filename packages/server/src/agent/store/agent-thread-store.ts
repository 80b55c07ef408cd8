import type { Fault, Summary } from '@parley/dialects'
import type { PendingCall, ThreadStatus } from '../../chat/chat-event.ts'
import { DAY_MS, numberOf, type Sql, textOf } from './sql.ts'
import { type InboxEntry, idOfThread, type ThreadRecord, toThreadRecord } from './thread-record.ts'

interface NewThread {
  readonly name: string
  readonly owner: string
  readonly title: string
  readonly model: string
  /** Of its first messages. Absent: they are told themselves. */
  readonly summaries?: readonly Summary[]
}

interface ThreadSelection {
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

export interface AgentThreadStoreOptions {
  /** The name of this replica; no other may have it, not even this one after a restart. */
  readonly replica: string
  readonly leaseMs: number
}

/**
 * Who owns which thread, what it was told, and who works on it. Every change of a thread is one change of its row, so
 * replicas take turns without speaking to each other.
 */
export class AgentThreadStore {
  readonly #sql: Sql
  readonly #table: string
  readonly #replica: string
  readonly #isFree: string
  readonly #until: string

  constructor(sql: Sql, { replica, leaseMs }: AgentThreadStoreOptions) {
    this.#sql = sql
    this.#table = `${sql.prefix}agent_threads`
    this.#replica = replica
    this.#isFree = `(holder = '' OR lease_until < ${sql.now})`
    this.#until = `${sql.now} + ${leaseMs}`
  }

  /** Rejects while the database cannot be asked. */
  async ready(): Promise<void> {
    await this.#sql.query('SELECT 1', [])
  }

  /** Its own id comes before the name alone, which is the id of an older thread. */
  async find(name: string, owner: string): Promise<ThreadRecord | undefined> {
    const [thread] = await this.#threads(
      `SELECT * FROM ${this.#table} WHERE id IN ($1, $2) AND owner = $3 ORDER BY length(id) DESC LIMIT 1`,
      [idOfThread(owner, name), name, owner],
    )
    return thread
  }

  /** A thread whose owner was checked before. */
  async read(id: string): Promise<ThreadRecord | undefined> {
    const [thread] = await this.#threads(`SELECT * FROM ${this.#table} WHERE id = $1`, [id])
    return thread
  }

  async list(owner: string, { status, limit, before }: ThreadSelection): Promise<readonly ThreadRecord[]> {
    const wanted = status === undefined ? [] : [status]
    return await this.#threads(
      `SELECT * FROM ${this.#table} WHERE owner = $1 AND updated_at < $2${wanted.length > 0 ? ' AND status = $4' : ''}
      ORDER BY updated_at DESC LIMIT $3`,
      [owner, before ?? Number.MAX_SAFE_INTEGER, limit, ...wanted],
    )
  }

  /** Makes a thread, tells it something and takes it in hand, all at once. `undefined`: its owner has one of that name. */
  async begin(
    { name, owner, title, model, summaries = [] }: NewThread,
    entries: readonly InboxEntry[],
  ): Promise<Accepted | undefined> {
    const { now } = this.#sql
    const [thread] = await this.#threads(
      `INSERT INTO ${this.#table}
      (id, owner, title, model, question, inbox, told, status, created_at, updated_at, holder, lease_until, summaries)
      VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', ${now}, ${now}, $8, ${this.#until}, $9)
      ON CONFLICT DO NOTHING RETURNING *`,
      [
        idOfThread(owner, name),
        owner,
        title,
        model,
        questionIn(entries) ?? '',
        JSON.stringify(entries),
        entries.length,
        this.#replica,
        JSON.stringify(summaries),
      ],
    )
    return thread && { thread, mine: true }
  }

  async remove(id: string): Promise<void> {
    await this.#sql.query(`DELETE FROM ${this.#table} WHERE id = $1`, [id])
  }

  /**
   * Keeps what the thread is told, and takes the thread in hand if nobody has it. `seen` is the thread as the teller knows
   * it. `undefined`: it has changed since, and nothing has happened.
   */
  async accept(seen: ThreadRecord, news: readonly InboxEntry[]): Promise<Accepted | undefined> {
    const inbox = JSON.stringify([...seen.inbox, ...news])
    const [thread] = await this.#threads(
      `UPDATE ${this.#table} SET status = 'running', cancelled = 0, updated_at = ${this.#sql.now}, inbox = $4, told = told + $5,
      question = COALESCE($6, question), model = COALESCE($7, model),
      lease_until = CASE WHEN ${this.#isFree} THEN ${this.#until} ELSE lease_until END,
      holder = CASE WHEN ${this.#isFree} THEN $8 ELSE holder END
      WHERE id = $1 AND told = $2 AND status = $3 RETURNING *`,
      [seen.id, seen.told, seen.status, inbox, news.length, questionIn(news) ?? null, modelIn(news) ?? null, this.#replica],
    )
    return thread && { thread, mine: thread.holder === this.#replica }
  }

  /** Keeps other summaries. `undefined`: somebody else has changed them since, and nothing has happened. */
  async sumUp(seen: ThreadRecord, summaries: readonly Summary[]): Promise<ThreadRecord | undefined> {
    const [thread] = await this.#threads(
      `UPDATE ${this.#table} SET summaries = $2, updated_at = ${this.#sql.now} WHERE id = $1 AND summaries = $3 RETURNING *`,
      [seen.id, JSON.stringify(summaries), JSON.stringify(seen.summaries)],
    )
    return thread
  }

  /** Takes over a thread that should be running and is in nobody's hands. */
  async take(id: string): Promise<ThreadRecord | undefined> {
    const [thread] = await this.#threads(
      `UPDATE ${this.#table} SET holder = $2, lease_until = ${this.#until}
      WHERE id = $1 AND status = 'running' AND ${this.#isFree} RETURNING *`,
      [id, this.#replica],
    )
    return thread
  }

  /**
   * Lets go of a thread, unless it was told something new: then the answer is how it is now. One that failed has not yet
   * taken in everything it was told.
   */
  async settle(id: string, told: number, { status, pending, fault }: Settled): Promise<ThreadRecord | 'settled' | 'lost'> {
    const done = await this.#sql.query(
      `UPDATE ${this.#table} SET ${status === 'failed' ? '' : `inbox = '[]', `}status = $4, pending = $5, fault = $6,
      holder = '', cancelled = 0, updated_at = ${this.#sql.now}
      WHERE id = $1 AND holder = $2 AND told = $3 RETURNING id`,
      [id, this.#replica, told, status, JSON.stringify(pending), fault ? JSON.stringify(fault) : null],
    )
    if (done.length > 0) return 'settled'
    const [held] = await this.#threads(`SELECT * FROM ${this.#table} WHERE id = $1 AND holder = $2`, [id, this.#replica])
    return held ?? 'lost'
  }

  /** Lets go without an end: whoever comes next goes on. */
  async drop(id: string): Promise<void> {
    await this.#sql.query(`UPDATE ${this.#table} SET holder = '' WHERE id = $1 AND holder = $2`, [id, this.#replica])
  }

  /** Says that this replica is alive. Gives the threads it still holds, and whether they were cancelled. */
  async beat(): Promise<readonly { readonly id: string; readonly isCancelled: boolean }[]> {
    const rows = await this.#sql.query(
      `UPDATE ${this.#table} SET lease_until = ${this.#until} WHERE holder = $1 AND lease_until >= ${this.#sql.now}
      RETURNING id, cancelled`,
      [this.#replica],
    )
    return rows.map((row) => ({ id: textOf(row, 'id'), isCancelled: numberOf(row, 'cancelled') === 1 }))
  }

  async cancel(id: string): Promise<void> {
    await this.#sql.query(`UPDATE ${this.#table} SET cancelled = 1 WHERE id = $1 AND status = 'running'`, [id])
  }

  /** Threads that should be running and are in nobody's hands. */
  async orphans(limit: number): Promise<readonly string[]> {
    const rows = await this.#sql.query(`SELECT id FROM ${this.#table} WHERE status = 'running' AND ${this.#isFree} LIMIT $1`, [
      limit,
    ])
    return rows.map((row) => textOf(row, 'id'))
  }

  /** Threads that nobody touched since the day before that time. */
  async stale(before: number, limit: number): Promise<readonly string[]> {
    const text = `SELECT id FROM ${this.#table} WHERE updated_at / ${DAY_MS} < $1 AND status <> 'running' LIMIT $2`
    return (await this.#sql.query(text, [Math.floor(before / DAY_MS), limit])).map((row) => textOf(row, 'id'))
  }

  async #threads(...query: Parameters<Sql['query']>): Promise<readonly ThreadRecord[]> {
    return (await this.#sql.query(...query)).map(toThreadRecord)
  }
}

/** Ids of messages are the client's, with whatever characters it likes; a database likes fewer. */
export function questionKey(messageId = ''): string {
  return JSON.stringify(messageId)
}

function questionIn(entries: readonly InboxEntry[]): string | undefined {
  return entries.flatMap(({ body }) => (body.type === 'turn' ? questionKey(body.messages.at(-1)?.id) : [])).at(-1)
}

function modelIn(entries: readonly InboxEntry[]): string | undefined {
  return entries.flatMap(({ body }) => (body.type === 'turn' ? body.turn.model : [])).at(-1)
}
