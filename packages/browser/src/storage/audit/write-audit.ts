import type { AuditRow } from './audit-rows.ts'

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

/** For a spreadsheet, as RFC 4180 has it. */
export function auditCsv(rows: readonly AuditRow[]): string {
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => cell(valueOf(row, column))))]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

/**
 * A title or a path that begins like a formula would be calculated where it is opened, whatever stands before its first sign. Where a
 * semicolon or a tab divides cells, as in half of Europe, quotes do not hold a cell together: a formula must not begin behind one either.
 */
const FORMULA = /(^|[,;\t\r\n])(?=[\s\p{Cc}\p{Cf}"']*[=+\-@＝＋－＠|%])/gu

function cell(text: string): string {
  const plain = text.replace(FORMULA, "$1'")
  const safe = /^[\t\r\n]/.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
