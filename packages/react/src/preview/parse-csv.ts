export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** More than this is not read, and not drawn at once: the page would stand still. */
const MOST = { characters: 8_000_000, cells: 1_000_000, columns: 200 }

/** The separator that the first line has most of. */
function separatorOf(text: string): ',' | ';' | '\t' {
  const [line = ''] = text.slice(0, 10_000).split(/\r|\n/, 1)
  const count = (separator: string) => line.split(separator).length
  return ([',', ';', '\t'] as const).toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** A table, and whether it is only the beginning of one. */
export interface ReadTable extends Table {
  readonly isCut: boolean
}

/** Any text as a table; what is odd in it stands in a cell. The first row names the columns. */
export function parseCsv(text: string): ReadTable {
  const separator = separatorOf(text)
  const read = { isCut: text.length > MOST.characters, cells: 0 }
  const all: string[][] = []
  let row: string[] = []
  for (const { cell, end } of fieldsOf(text.slice(text.startsWith('\uFEFF') ? 1 : 0, MOST.characters), separator)) {
    read.cells += 1
    if (row.length < MOST.columns) row.push(cell)
    read.isCut ||= read.cells > MOST.cells || (row.length === MOST.columns && end === separator)
    if (end === separator && read.cells <= MOST.cells) continue
    if (row.length > 1 || row[0] !== '') all.push(row)
    row = []
    if (read.cells > MOST.cells) break
  }
  const [columns = [], ...rows] = all
  return { columns, rows, isCut: read.isCut }
}

interface Field {
  readonly cell: string
  /** What stands behind it. Empty: nothing. */
  readonly end: string
}

/** Quoted, with `""` for a quote, or plain. What stands behind a quoted one, up to the next separator, belongs to it. */
function* fieldsOf(text: string, separator: string): Generator<Field> {
  const ends = new RegExp(`${separator}|\\r\\n|\\n|\\r|$`, 'g')
  let at = 0
  for (;;) {
    const quoted = text[at] === '"' ? endOfQuoted(text, at + 1) : at
    ends.lastIndex = quoted
    const found = ends.exec(text)
    const [end = '', stop = text.length] = [found?.[0], found?.index]
    const inside = quoted > at ? text.slice(at + 1, text[quoted - 1] === '"' ? quoted - 1 : quoted).replaceAll('""', '"') : ''
    yield { cell: inside + text.slice(quoted, stop), end }
    if (end === '') return
    at = stop + end.length
  }
}

/** Where a quoted field that begins here is over, behind its quote. */
function endOfQuoted(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at)
    if (at === -1) return text.length
    if (text[at + 1] !== '"') return at + 1
  }
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
