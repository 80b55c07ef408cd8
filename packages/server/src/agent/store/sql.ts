export type Row = Readonly<Record<string, unknown>>

/** A database, as far as threads need one. Every change is one statement, so nobody needs a transaction. */
export interface Sql {
  /** Stands in front of every table's name. */
  readonly prefix: string
  /** An expression for the milliseconds since the epoch by the database's own clock, which all replicas share. */
  readonly now: string
  /** A condition that always holds, and says that the disk need not be waited for. */
  readonly light: string
  /** `$1`, `$2`, … stand for the values. `isLight`: it does no harm if a loss of power undoes it. */
  query(text: string, values: readonly (string | number | null)[], isLight?: boolean): Promise<readonly Row[]>
}

export function textOf(row: Row, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}

/** PostgreSQL hands whole numbers of 64 bits over as text. */
export function numberOf(row: Row, column: string): number {
  return Number(row[column] ?? 0)
}
