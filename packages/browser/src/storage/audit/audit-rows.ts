import type { CallRecord } from '../../ledger/call-record.ts'
import type { ThreadStorage } from '../thread-storage.ts'
import type { ThreadRecord } from '../thread-store.ts'

type Effect = NonNullable<CallRecord['did']>[number]

/** One effect of one call that was started, and who allowed it. */
export interface AuditRow {
  /** When it was started, in milliseconds since the epoch. */
  readonly at: number
  readonly threadId: string
  readonly thread: string
  readonly key: string
  readonly tool: string
  readonly effect: Effect['kind']
  /** The path, the host, the server, or what the page calls an effect of its own. Empty where the effect has none. */
  readonly target: string
  /** It was done to a copy, in a rehearsal: the files themselves were not touched by this call. */
  readonly rehearsed: boolean
  /** `person`: somebody pressed a button. `rule`: nobody was asked. `server`: it ran there, whose receipts say more. */
  readonly by: 'person' | 'rule' | 'server'
  /** What made it ask or run: `granted`, `mode-auto`, … */
  readonly rule: string
  readonly author: string
  /** How it ended. Empty: it runs, or was interrupted. */
  readonly ending: string
}

/** Every effect of every call in this storage, newest first. Calls that came with a capsule had none here. */
export async function auditRows({ threads, ledger }: Pick<ThreadStorage, 'threads' | 'ledger'>): Promise<readonly AuditRow[]> {
  const rows: AuditRow[] = []
  for (const thread of await threads.list()) {
    const records = await ledger.ofThread(thread.id)
    for (const record of records) rows.push(...rowsOf(thread, record))
  }
  return rows.sort((left, right) => right.at - left.at)
}

function rowsOf(thread: ThreadRecord, record: CallRecord): readonly AuditRow[] {
  const isServers = thread.place === 'server' && record.attempt === 0 && RAN.has(record.ending ?? '')
  if (record.imported || (record.attempt === 0 && !isServers)) return []
  const { verdict, decision, startedAt, endedAt, createdAt } = record
  const row = {
    at: startedAt ?? endedAt ?? createdAt,
    threadId: thread.id,
    thread: thread.title,
    key: record.key,
    tool: record.call.name,
    by: isServers ? ('server' as const) : (decision?.by ?? 'rule'),
    rule: verdict?.rule ?? '',
    author: verdict?.author ?? '',
    ending: record.ending ?? '',
  }
  const isOnCopy = verdict?.rehearsed === true
  return effectsOf(record).map((effect) => ({
    ...row,
    effect: effect.kind,
    target: targetOf(effect),
    // What a person let out of a rehearsal reached whatever it reached; only its files were those of the copy.
    rehearsed: isOnCopy && FILES.has(effect.kind),
  }))
}

const RAN: ReadonlySet<string> = new Set(['succeeded', 'failed', 'stopped', 'timed-out'])

/** What it told of its doings says more than what it might have done; of what it told nothing, that it ran is known. */
function effectsOf({ effects = [], did = [] }: CallRecord): readonly Effect[] {
  const told = did.length === 0 ? effects : [...effects.filter(({ kind }) => !FILES.has(kind)), ...did]
  return told.length === 0 ? [{ kind: 'unknown' }] : told
}

const FILES: ReadonlySet<string> = new Set(['read-files', 'write-files', 'delete-files'])

function targetOf(effect: Effect): string {
  if ('path' in effect) return effect.path
  if ('host' in effect) return effect.host
  if (effect.kind === 'own') return [effect.name, effect.target ?? ''].join(' ').trim()
  return 'server' in effect ? effect.server : ''
}
