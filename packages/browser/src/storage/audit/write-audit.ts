import type { AuditRow } from './audit-rows.ts'

const COLUMNS = ['at', 'thread', 'threadId', 'tool', 'effect', 'target', 'by', 'rule', 'author', 'ending', 'key'] as const

const valueOf = (row: AuditRow, column: (typeof COLUMNS)[number]): string =>
  column === 'at' ? new Date(row.at).toISOString() : row[column]

/** For a program: a line of JSON for each effect. */
export function auditJsonLines(rows: readonly AuditRow[]): string {
  return rows.map((row) => `${JSON.stringify({ ...row, at: valueOf(row, 'at') })}\n`).join('')
}

/** For a spreadsheet, as RFC 4180 has it. */
export function auditCsv(rows: readonly AuditRow[]): string {
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => cell(valueOf(row, column))))]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

/** A title or a path that begins like a formula would be calculated where it is opened, whatever stands before its first sign. */
const FORMULA = /^[\s\p{Cc}\p{Cf}"']*[=+\-@＝＋－＠|%]/u

function cell(text: string): string {
  const safe = FORMULA.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
