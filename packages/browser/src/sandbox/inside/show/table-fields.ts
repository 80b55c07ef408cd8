import { SHOWN_LIMITS } from '../../shown/shown-item.ts'
import { inspect } from '../inspect.ts'
import {
  append,
  create,
  createList,
  get,
  getOwnPropertyDescriptor,
  indexOf,
  isArray,
  isFiniteNumber,
  type List,
  min,
  ownKeys,
  quote,
  slice,
} from '../intrinsics.ts'

/** Room for the labels, and for what JSON adds. */
const MOST_TEXT = SHOWN_LIMITS.item - 10_000

/** A list of things with properties, or of lists, as a table. Undefined: it is something else. */
export function tableFields(value: unknown): string | undefined {
  if (!isArray(value) || value.length === 0 || !isThing(value[0])) return undefined
  const read = min(value.length, SHOWN_LIMITS.rows)
  const columns = columnsOf(value, read)
  if (columns.length === 0) return undefined
  const most = min(read, (SHOWN_LIMITS.cells - (SHOWN_LIMITS.cells % columns.length)) / columns.length)
  let names = ''
  for (let index = 0; index < columns.length; index += 1) {
    names += `${index === 0 ? '' : ','}${quote(slice(columns[index] ?? '', 0, SHOWN_LIMITS.label))}`
  }
  let rows = ''
  for (let index = 0; index < most && rows.length < MOST_TEXT; index += 1) {
    rows += `${index === 0 ? '' : ','}${rowText(get(value, index), columns)}`
  }
  return rows.length > MOST_TEXT ? undefined : `"kind":"table","columns":[${names}],"rows":[${rows}],"total":${value.length}`
}

const isThing = (value: unknown): value is object => typeof value === 'object' && value !== null

/** All names that any of the rows has, in the order in which they come. */
function columnsOf(rows: readonly unknown[], count: number): List<string> {
  const columns = createList<string>()
  // Invariant: without a prototype, and only written here.
  const known = create(null) as Record<string, true>
  for (let index = 0; index < count; index += 1) {
    const row: unknown = get(rows, index)
    if (!isThing(row)) continue
    const keys = ownKeys(row)
    for (let place = 0; place < keys.length && columns.length < SHOWN_LIMITS.columns; place += 1) {
      const key = keys[place]
      if (typeof key !== 'string' || known[key] === true) continue
      if (getOwnPropertyDescriptor(row, key)?.enumerable !== true) continue
      known[key] = true
      append(columns, key)
    }
  }
  return columns
}

function rowText(row: unknown, columns: List<string>): string {
  let text = ''
  for (let index = 0; index < columns.length; index += 1) {
    const cell: unknown = isThing(row) ? get(row, columns[index] ?? '') : index === 0 ? row : undefined
    text += `${index === 0 ? '' : ','}${cellText(cell)}`
  }
  return `[${text}]`
}

function cellText(cell: unknown): string {
  if (cell === undefined || cell === null) return 'null'
  if (typeof cell === 'boolean' || (typeof cell === 'number' && isFiniteNumber(cell))) return `${cell}`
  if (typeof cell === 'string') return quote(slice(cell, 0, SHOWN_LIMITS.cell))
  const text = inspect(cell, SHOWN_LIMITS.cell - 50, 2).text
  // A day without a time, as most dates of a table are.
  return quote(slice(text, 0, indexOf(text, 'T00:00:00.000Z') === 10 ? 10 : SHOWN_LIMITS.cell))
}
