/** What travels to a database: `$1`, `$2`, … stand for the values. */
export interface Statement {
  readonly text: string
  readonly values: readonly (string | number | null)[]
}

export type Row = Readonly<Record<string, unknown>>

/**
 * Work on the database, written as the statements it makes: each `yield` is one, and gives its rows. So the same work runs
 * in one go on a database inside the process, and over the network on another.
 */
export type Work<Result> = Generator<Statement, Result, readonly Row[]>

/** A database, as far as threads need one. */
export interface Sql {
  /** Stands in front of every table's name. */
  readonly prefix: string
  /** An expression for the milliseconds since the epoch by the database's own clock, which all replicas share. */
  readonly now: string
  /** All of the work happens, or none of it. */
  transact<Result>(work: () => Work<Result>): Promise<Result>
  query(text: string, values: Statement['values']): Promise<readonly Row[]>
  close(): Promise<void>
}

export function textOf(row: Row, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}

/** PostgreSQL hands whole numbers of 64 bits over as text. */
export function numberOf(row: Row, column: string): number {
  return Number(row[column] ?? 0)
}
