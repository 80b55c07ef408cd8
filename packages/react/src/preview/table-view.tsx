import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { type Sorting, sortRows, type Table } from './parse-csv.ts'

const ROW = 28
/** Rows that stand ready above and below what is seen. */
const MARGIN = 12
/** Of a cell. More of it does not fit, and laying it out would hold up the page. */
const DRAWN = 200

/** A table of any length: only what is seen of it is in the page. */
export function TableView({ columns, rows, label }: Table & { readonly label: string }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  const [sorting, setSorting] = useState<Sorting>()
  const [seen, setSeen] = useState({ top: 0, height: 600 })
  const sorted = useMemo(() => (sorting ? sortRows(rows, sorting, tag) : rows), [rows, sorting, tag])
  const numeric = useMemo(() => columns.map((_, column) => holdsNumbers(rows, column)), [columns, rows])
  const first = Math.max(0, Math.floor(seen.top / ROW) - MARGIN)
  const last = Math.min(sorted.length, Math.ceil((seen.top + seen.height) / ROW) + MARGIN)
  const sortBy = (column: number) =>
    setSorting(
      sorting?.column === column && sorting.direction === 'ascending'
        ? { column, direction: 'descending' }
        : { column, direction: 'ascending' },
    )
  return (
    <>
      <p className="text-xs text-faint">{words.preview.rows({ count: rows.length })}</p>
      <div
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, clientHeight } }) => setSeen({ top: scrollTop, height: clientHeight })}
        className="min-h-0 flex-1 overflow-auto rounded-lg border border-line text-[13px]"
      >
        <table aria-rowcount={rows.length + 1} className="min-w-full border-separate border-spacing-0">
          <thead className="sticky top-0 bg-sheet">
            <tr>
              {columns.map((column, index) => (
                <HeadCell
                  key={index}
                  column={column}
                  isNumeric={numeric[index] === true}
                  sorting={sorting?.column === index ? sorting : undefined}
                  onSort={() => sortBy(index)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap rows={first} />
            {sorted.slice(first, last).map((row, index) => (
              <tr key={first + index} aria-rowindex={first + index + 2} style={{ height: ROW }}>
                {columns.map((_, column) => (
                  <td
                    key={column}
                    className={`max-w-80 truncate border-b border-line px-2.5 tabular-nums ${numeric[column] ? 'text-right' : ''}`}
                  >
                    <Characters text={(row[column] ?? '').slice(0, DRAWN)} />
                  </td>
                ))}
              </tr>
            ))}
            <Gap rows={sorted.length - last} />
          </tbody>
        </table>
      </div>
    </>
  )
}

/** As many rows as tell what a column holds. */
const ROWS_TO_TELL = 100

/** Numbers stand under each other, at the right. */
function holdsNumbers(rows: Table['rows'], column: number): boolean {
  const cells = rows
    .slice(0, ROWS_TO_TELL)
    .map((row) => row[column] ?? '')
    .filter((cell) => cell.trim() !== '')
  return cells.length > 0 && cells.every((cell) => /^[-+−]?\d[\d.,' ’]*\s?%?$/.test(cell.trim()) && cell.length < 24)
}

const Gap = ({ rows }: { readonly rows: number }) => (rows > 0 ? <tr aria-hidden="true" style={{ height: rows * ROW }} /> : null)

interface HeadCellProps {
  readonly column: string
  readonly isNumeric: boolean
  /** Absent: the rows are in another order. */
  readonly sorting: Sorting | undefined
  readonly onSort: () => void
}

function HeadCell({ column, isNumeric, sorting, onSort }: HeadCellProps) {
  const Arrow = sorting?.direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={sorting?.direction ?? 'none'} className="border-b border-line-strong/50 p-0 text-left font-medium">
      <button
        type="button"
        onClick={onSort}
        className={`flex min-h-8 w-full items-center gap-1 px-2.5 whitespace-nowrap hover:bg-well ${isNumeric ? 'justify-end' : ''}`}
      >
        <Characters text={column.slice(0, DRAWN)} />
        {sorting && <Arrow aria-hidden="true" className="size-3.5 text-parley" />}
      </button>
    </th>
  )
}
