import { type Fault, isJsonObject, type Summary } from '@parley/dialects'
import type { PendingCall, ThreadStatus } from '../../chat/chat-event.ts'
import type { Inbound } from '../agent-state.ts'
import { numberOf, type Row, textOf } from './sql.ts'

/** Something that a thread is told, under a key that it may be told only once. */
export interface InboxEntry {
  readonly key: string
  readonly body: Inbound
}

/** A thread as lists show it. Its messages are in its checkpoints. */
export interface ThreadRecord {
  /** What the database and the checkpoints know it by. Nobody outside of the server sees it. */
  readonly id: string
  /** What its owner calls it. Another owner may call a thread the same. */
  readonly name: string
  readonly owner: string
  readonly title: string
  readonly status: ThreadStatus
  readonly pending: readonly PendingCall[]
  /** Why it failed. Absent: it did not. */
  readonly fault?: Fault
  readonly model: string
  /** What a model wrote of its beginning, which is told instead. */
  readonly summaries: readonly Summary[]
  /** The id of the newest question, so that one that is sent twice is not asked twice. */
  readonly question: string
  readonly createdAt: number
  readonly updatedAt: number
  /** What it was told and has not taken in yet. */
  readonly inbox: readonly InboxEntry[]
  /** Counts what it was told. Who works on it may only leave when it has seen everything. */
  readonly told: number
  /** Which replica works on it. Empty: none. */
  readonly holder: string
  readonly isCancelled: boolean
}

const STATUSES: readonly string[] = ['idle', 'running', 'waiting', 'failed'] satisfies readonly ThreadStatus[]
const isStatus = (text: string): text is ThreadStatus => STATUSES.includes(text)

/** No name holds a slash, so no owner can come by the id of another's thread. */
export const idOfThread = (owner: string, name: string): string => `${owner}/${name}`

/** Threads from before 0213 have their name for an id. */
const nameInId = (id: string): string => id.slice(id.lastIndexOf('/') + 1)

export function toThreadRecord(row: Row): ThreadRecord {
  const status = textOf(row, 'status')
  const fault: unknown = JSON.parse(textOf(row, 'fault') || 'null')
  return {
    id: textOf(row, 'id'),
    name: nameInId(textOf(row, 'id')),
    owner: textOf(row, 'owner'),
    title: textOf(row, 'title'),
    status: isStatus(status) ? status : 'idle',
    pending: JSON.parse(textOf(row, 'pending') || '[]'),
    // Written by ourselves, from a fault.
    ...(isJsonObject(fault) && { fault: fault as unknown as Fault }),
    model: textOf(row, 'model'),
    // Written by ourselves, in `begin` and `sumUp`.
    summaries: JSON.parse(textOf(row, 'summaries') || '[]') as Summary[],
    question: textOf(row, 'question'),
    createdAt: numberOf(row, 'created_at'),
    updatedAt: numberOf(row, 'updated_at'),
    // Written by ourselves, in `accept`.
    inbox: JSON.parse(textOf(row, 'inbox') || '[]') as InboxEntry[],
    told: numberOf(row, 'told'),
    holder: textOf(row, 'holder'),
    isCancelled: numberOf(row, 'cancelled') === 1,
  }
}
