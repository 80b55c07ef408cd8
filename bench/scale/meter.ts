import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

export interface Spent {
  readonly wallMs: number
  /** Of this process. */
  readonly nodeMs: number
  /** Of the whole database server. */
  readonly databaseMs: number
  /** Round trips to the database. */
  readonly statements: number
  /** What the database wrote to its journal. */
  readonly journalBytes: number
  /** What its tables and indexes have grown by. */
  readonly storedBytes: number
}

let statements = 0
/** A query is asked in many ways; all of them come through here. */
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  statements++
  return Reflect.apply(query, this, given)
} as typeof query

export type Meter = (work: () => Promise<unknown>) => Promise<Spent>

/** What some work costs here and in the database. */
export async function openMeter(
  address: string,
): Promise<{ readonly spent: Meter; readonly client: pg.Client; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: address })
  // Whatever went wrong is told by who asked; the server that is stopped then tells it again.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const server = parentOf(rows[0]?.pid ?? 0)
  const look = async () => {
    const { rows: found } = await client.query<{ wal: string; size: string }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal, pg_database_size(current_database()) AS size`,
    )
    return { journal: Number(found[0]?.wal), size: Number(found[0]?.size), database: processorOf(server) }
  }
  return {
    client,
    close: () => client.end(),
    async spent(work) {
      const before = await look()
      const counted = statements
      const processor = process.cpuUsage()
      const since = performance.now()
      await work()
      const wallMs = performance.now() - since
      const { user, system } = process.cpuUsage(processor)
      const made = statements - counted
      const after = await look()
      return {
        wallMs,
        nodeMs: (user + system) / 1000,
        databaseMs: after.database - before.database,
        statements: made,
        journalBytes: after.journal - before.journal,
        storedBytes: after.size - before.size,
      }
    },
  }
}

/** Linux alone says what another process has used. */
const statOf = (pid: number | string): readonly string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const parentOf = (pid: number): number => Number(statOf(pid)[1] ?? 0)

const TICK_MS = 10

/** Of the server, of those it has started, and of those of them that are gone. */
function processorOf(server: number): number {
  const own = statOf(server).slice(11, 15).map(Number)
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === server)
  const theirs = processes.flatMap((pid) => statOf(pid).slice(11, 13).map(Number))
  return [...own, ...theirs].reduce((sum, ticks) => sum + ticks, 0) * TICK_MS
}
