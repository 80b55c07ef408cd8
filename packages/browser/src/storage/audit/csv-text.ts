type Cell = string | number | boolean | null

/** For a spreadsheet, as RFC 4180 has it. Numbers stay numbers, also below zero. */
export function csvText(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/**
 * A title or a path that begins like a formula would be calculated where it is opened, whatever stands before its first sign. Where a
 * semicolon or a tab divides cells, as in half of Europe, quotes do not hold a cell together: a formula must not begin behind one either.
 */
const FORMULA = /(^|[,;\t\r\n])(?=[\s\p{Cc}\p{Cf}"']*[=+\-@＝＋－＠|%])/gu

function cell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const plain = value.replace(FORMULA, "$1'")
  const safe = /^[\t\r\n]/.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
