export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** One field and what ends it: quoted, with `""` for a quote, or plain. */
const fieldPattern = (separator: string) =>
  new RegExp(`(?:"((?:[^"]|"")*)"?|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, 'gy')

/** The separator that the first line has most of. */
function separatorOf(text: string): ',' | ';' | '\t' {
  const [line = ''] = text.slice(0, 10_000).split(/\r|\n/, 1)
  const count = (separator: string) => line.split(separator).length
  return ([',', ';', '\t'] as const).toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** Any text as a table; what is odd in it stands in a cell. The first row names the columns. */
export function parseCsv(text: string): Table {
  const separator = separatorOf(text)
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  const all: string[][] = [[]]
  for (const [, quoted, plain, end] of body.matchAll(fieldPattern(separator))) {
    all.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== separator) all.push([])
  }
  const [columns = [], ...rows] = all.filter((row) => row.length > 1 || row[0] !== '')
  return { columns, rows }
}

export interface Sorting {
  readonly column: number
  readonly direction: 'ascending' | 'descending'
}

/** Numbers by their size where both are numbers, else as words; equal ones stay in their order. */
export function sortRows(rows: Table['rows'], { column, direction }: Sorting, language: string): Table['rows'] {
  const words = new Intl.Collator(language, { numeric: true })
  const keys = new Map(rows.map((row) => [row, numberIn(row[column] ?? '')]))
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => {
    const [a, b] = [keys.get(one) ?? Number.NaN, keys.get(other) ?? Number.NaN]
    const both = !Number.isNaN(a) && !Number.isNaN(b)
    return sign * (both ? a - b : words.compare(one[column] ?? '', other[column] ?? ''))
  })
}

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
