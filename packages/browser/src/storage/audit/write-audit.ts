import type { AuditRow } from './audit-rows.ts'
import { csvText } from './csv-text.ts'

const COLUMNS = [
  'at',
  'thread',
  'threadId',
  'tool',
  'effect',
  'target',
  'rehearsed',
  'by',
  'rule',
  'author',
  'ending',
  'key',
] as const

const valueOf = (row: AuditRow, column: (typeof COLUMNS)[number]): string =>
  column === 'at' ? new Date(row.at).toISOString() : column === 'rehearsed' ? (row.rehearsed ? 'yes' : '') : row[column]

/** For a program: a line of JSON for each effect. */
export function auditJsonLines(rows: readonly AuditRow[]): string {
  return rows.map((row) => `${JSON.stringify({ ...row, at: valueOf(row, 'at') })}\n`).join('')
}

/** For a spreadsheet. */
export function auditCsv(rows: readonly AuditRow[]): string {
  return csvText(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => valueOf(row, column))),
  )
}
