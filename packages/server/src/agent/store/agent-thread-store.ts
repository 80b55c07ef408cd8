import type { Fault } from '@parley/dialects'
import type { PendingCall, ThreadStatus } from '../../chat/chat-event.ts'
import { numberOf, type Sql, textOf } from './sql.ts'
import { type InboxEntry, idOfThread, type ThreadRecord, toThreadRecord } from './thread-record.ts'
import { threadStatements } from './thread-statements.ts'

interface NewThread {
  readonly name: string
  readonly owner: string
  readonly title: string
  readonly model: string
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

/**
 * Who owns which thread, what it was told, and who works on it. Every change of a thread is one change of its row, so
 * replicas take turns without speaking to each other.
 */
export interface AgentThreadStore {
  find(name: string, owner: string): Promise<ThreadRecord | undefined>
  /** A thread whose owner was checked before. */
  read(id: string): Promise<ThreadRecord | undefined>
  list(owner: string, selection: ThreadSelection): Promise<readonly ThreadRecord[]>
  /** Makes a thread, tells it something and takes it in hand, all at once. `undefined`: its owner has one of that name. */
  begin(thread: NewThread, entries: readonly InboxEntry[]): Promise<Accepted | undefined>
  remove(id: string): Promise<void>
  /**
   * Keeps what the thread is told, and takes the thread in hand if nobody has it. `seen` is the thread as the teller knows
   * it. `undefined`: it has changed since, and nothing has happened.
   */
  accept(seen: ThreadRecord, entries: readonly InboxEntry[]): Promise<Accepted | undefined>
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

export interface AgentThreadStoreOptions {
  /** The name of this replica; no other may have it, not even this one after a restart. */
  readonly replica: string
  readonly leaseMs: number
}

export function createAgentThreadStore(sql: Sql, { replica, leaseMs }: AgentThreadStoreOptions): AgentThreadStore {
  const texts = threadStatements(sql, leaseMs)
  const many: Query<ThreadRecord> = async (...query) => (await sql.query(...query)).map(toThreadRecord)
  const one = async (...query: Parameters<Sql['query']>) => (await many(...query))[0]
  const ids: Query<string> = async (...query) => (await sql.query(...query)).map((row) => textOf(row, 'id'))
  return {
    find: (name, owner) => one(texts.find, [idOfThread(owner, name), name, owner]),
    read: (id) => one(texts.read, [id]),
    list(owner, { status, limit, before = Number.MAX_SAFE_INTEGER }) {
      return status === undefined ? many(texts.list, [owner, before, limit]) : many(texts.listOf, [owner, before, limit, status])
    },
    async begin({ name, owner, title, model }, entries) {
      const id = idOfThread(owner, name)
      const question = questionIn(entries) ?? ''
      const values = [id, owner, title, model, question, JSON.stringify(entries), entries.length, replica]
      const [row] = await sql.query(texts.begin, values)
      if (!row) return undefined
      const times = { createdAt: numberOf(row, 'created_at'), updatedAt: numberOf(row, 'updated_at') }
      const now = { status: 'running', pending: [], isCancelled: false, holder: replica, told: entries.length } as const
      return { thread: { id, name, owner, title, model, question, inbox: entries, ...times, ...now }, mine: true }
    },
    async accept(seen, news) {
      const inbox = [...seen.inbox, ...news]
      const question = questionIn(news)
      const model = modelIn(news)
      const changed = [JSON.stringify(inbox), news.length, question ?? null, model ?? null, replica]
      const [row] = await sql.query(texts.accept, [seen.id, seen.told, seen.status, ...changed])
      if (!row) return undefined
      const named = { question: question ?? seen.question, model: model ?? seen.model }
      const now = { holder: textOf(row, 'holder'), told: numberOf(row, 'told'), updatedAt: numberOf(row, 'updated_at') }
      return { thread: { ...seen, ...named, ...now, status: 'running', inbox }, mine: now.holder === replica }
    },
    remove: async (id) => void (await sql.query(texts.remove, [id])),
    take: (id) => one(texts.take, [id, replica]),
    async settle(id, told, { status, pending, fault }) {
      const values = [id, replica, told, status, JSON.stringify(pending), fault ? JSON.stringify(fault) : null]
      // Undone by a loss of power, it is taken over as if this replica had died, and settled again.
      const done = await sql.query(status === 'failed' ? texts.settleFailed : texts.settle, values, true)
      return done.length > 0 ? 'settled' : ((await one(texts.held, [id, replica])) ?? 'lost')
    },
    drop: async (id) => void (await sql.query(texts.drop, [id, replica], true)),
    async beat() {
      const rows = await sql.query(texts.beat, [replica], true)
      return rows.map((row) => ({ id: textOf(row, 'id'), isCancelled: Number(row['cancelled']) === 1 }))
    },
    cancel: async (id) => void (await sql.query(texts.cancel, [id])),
    orphans: (limit) => ids(texts.orphans, [limit]),
    stale: (before, limit) => ids(texts.stale, [before, limit]),
  }
}

type Query<Result> = (...query: Parameters<Sql['query']>) => Promise<readonly Result[]>

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
