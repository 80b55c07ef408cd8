import { openPostgresRecords } from './postgres-records.ts'
import type { RecordStore } from './record-store.ts'
import { openSqliteRecords } from './sqlite-records.ts'

export interface OpenedRecords {
  readonly store: RecordStore
  /** For the person who started it; without passwords. */
  readonly where: string
}

/** PostgreSQL when `DATABASE_URL` is set, one SQLite file otherwise. */
export async function openRecords(env: Readonly<Record<string, string | undefined>>, file: string): Promise<OpenedRecords> {
  const url = env['DATABASE_URL']
  if (!url) return { store: openSqliteRecords(file), where: `SQLite, ${file}` }
  const address = URL.parse(url)
  if (!address || !/^postgres(ql)?:$/.test(address.protocol))
    throw new Error(
      'DATABASE_URL must look like postgres://user:password@host:5432/database. Correct it, or unset it to use SQLite.',
    )
  const where = `${address.host}${address.pathname}`
  try {
    return { store: await openPostgresRecords(url), where: `PostgreSQL, ${where}` }
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : 'no answer'
    throw new Error(
      `PostgreSQL at ${where} cannot be used (${reason}). Start it or correct DATABASE_URL, or unset it to use SQLite.`,
      { cause: error },
    )
  }
}
