export type Row = Readonly<Record<string, unknown>>

/** A database, as far as threads need one. Every change is one statement, so nobody needs a transaction. */
export interface Sql {
  /** Stands in front of every table's name. */
  readonly prefix: string
  /** An expression for the milliseconds since the epoch by the database's own clock, which all replicas share. */
  readonly now: string
  /** `$1`, `$2`, … stand for the values. */
  query(text: string, values: readonly (string | number | null)[]): Promise<readonly Row[]>
}

export const DAY_MS = 86_400_000

export function textOf(row: Row, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}

/** PostgreSQL hands whole numbers of 64 bits over as text. */
export function numberOf(row: Row, column: string): number {
  return Number(row[column] ?? 0)
}
