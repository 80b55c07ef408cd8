import type { NewRecord, PieceRecord, RecordStats } from '../shared/piece-record.ts'

interface RecordQuery {
  /** A part of the order's name, in any case. Absent: every order. */
  readonly orderName?: string
}

/** Where records are kept. Both databases pass the same tests. */
export interface RecordStore {
  /** Keeps a record and answers with what is kept: an id that is already there stays as it is. */
  add(record: NewRecord): Promise<PieceRecord>
  /** The newest first. */
  find(query: RecordQuery & { readonly limit: number }): Promise<readonly PieceRecord[]>
  stats(query: RecordQuery): Promise<RecordStats>
  close(): Promise<void>
}

/** Databases disagree about upper and lower case outside ASCII, so names are made comparable before they get there. */
export const searchKey = (name: string): string => name.toLowerCase()

interface OrderRow {
  readonly orderName: string
  readonly records: number
  readonly total: number
}

/** The totals of some orders, put together the same way whatever the database. */
export function toStats(orders: readonly OrderRow[]): RecordStats {
  return {
    records: orders.reduce((sum, order) => sum + order.records, 0),
    total: orders.reduce((sum, order) => sum + order.total, 0),
    orders: orders.toSorted((left, right) => right.total - left.total || (left.orderName < right.orderName ? -1 : 1)),
  }
}
