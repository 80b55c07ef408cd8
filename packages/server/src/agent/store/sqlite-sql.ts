import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { diskFault } from './disk-fault.ts'
import type { Sql } from './sql.ts'

/** A file of Node's own SQLite, or `:memory:`. What was written survives a kill of the process and a loss of power. */
export function openSqliteFile(path: string): DatabaseSync {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
    const database = new DatabaseSync(path)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
    return database
  } catch (error) {
    throw diskFault(error, dirname(path))
  }
}

/** Statements are prepared once for each text. */
export function preparing(database: DatabaseSync): (text: string) => StatementSync {
  const prepared = new Map<string, StatementSync>()
  return (text) => {
    const known = prepared.get(text)
    if (known) return known
    const made = database.prepare(text)
    prepared.set(text, made)
    return made
  }
}

export function sqliteSql(database: DatabaseSync): Sql {
  const prepare = preparing(database)
  return {
    prefix: '',
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    async query(text, values) {
      try {
        return prepare(text).all(named(values))
      } catch (error) {
        throw diskFault(error)
      }
    },
  }
}

/** By name: several releases of Node that we run on (22.18 to 24.6) refuse values for numbered places. */
function named(values: readonly (string | number | null)[]): Record<string, string | number | null> {
  return Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]))
}

/** Never spans a turn of the event loop, so nothing else can slip into the transaction. */
export function atOnce<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw diskFault(error)
  }
}
