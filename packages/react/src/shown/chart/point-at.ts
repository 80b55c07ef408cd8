import type { Cell, ChartPoints } from '@parley/browser/sandbox'

interface Place {
  readonly x: number
  readonly y: number
}

/** Up and down counts for less: in a line, what is above or below the pointer is meant. */
const DOWN = 0.35
/** Further away than this, nothing is meant. In pixels of the drawing. */
const FAR = 60

const outside = (at: number, from = 0, to = 0): number => Math.max(from - at, 0, at - to)

/** The point that somebody at this place of the drawing means: the one that they are in, or the nearest. */
export function pointAt({ places }: ChartPoints, { x, y }: Place): number | undefined {
  let best: { readonly index: number; readonly far: number; readonly size: number } | undefined
  for (const [index, [left = 0, top = 0, right = 0, bottom = 0]] of places.entries()) {
    const far = Math.hypot(outside(x, left, right), outside(y, top, bottom) * DOWN)
    const size = (right - left) * (bottom - top)
    // Of two that lie over each other, the smaller one.
    if (far <= FAR && (!best || far < best.far || (far === best.far && size < best.size))) best = { index, far, size }
  }
  return best?.index
}

/** Where a point is marked: in the middle of a dot, at the top of a bar. */
export function markOf({ places }: ChartPoints, index: number): Place {
  const [left = 0, top = 0, right = 0, bottom = 0] = places[index] ?? []
  // A bar that lies is marked at its end, one that stands at its top, a cell in its middle.
  const [width, height] = [right - left, bottom - top]
  if (width > height * 3) return { x: right, y: (top + bottom) / 2 }
  return { x: (left + right) / 2, y: height > width ? top : (top + bottom) / 2 }
}

/** All points from left to right, and from above where they stand over each other: the way the arrow keys go. */
export function alongPoints(points: ChartPoints): readonly number[] {
  const marks = points.places.map((_, index) => markOf(points, index))
  const at = (index: number): Place => marks[index] ?? { x: 0, y: 0 }
  return [...marks.keys()].toSorted((one, other) => at(one).x - at(other).x || at(one).y - at(other).y)
}

/** A number as short as it can be said: `0.1 + 0.2` is 0.3. */
const cellText = (cell: Cell): string => (typeof cell === 'number' ? String(Number(cell.toPrecision(10))) : String(cell ?? ''))

interface Told {
  readonly name: string
  readonly text: string
}

/** What is said of a point: its values by their names. */
export const toldOf = ({ columns, rows }: ChartPoints, index: number): readonly Told[] =>
  columns.flatMap((name, column) => {
    const cell = rows[index]?.[column] ?? null
    return cell === null ? [] : { name, text: cellText(cell) }
  })

export const spokenOf = (points: ChartPoints, index: number): string =>
  toldOf(points, index)
    .map(({ name, text }) => (name === '' ? text : `${name}: ${text}`))
    .join(', ')

/** More names than these are counted. */
const MOST_NAMES = 6

export type ColumnFacts =
  | { readonly kind: 'range'; readonly name: string; readonly from: string; readonly to: string }
  | { readonly kind: 'names'; readonly name: string; readonly names: string }

/** What each column holds, for who does not see the chart: from where to where it goes, or which names there are. */
export function columnFacts({ columns, rows }: ChartPoints): readonly ColumnFacts[] {
  return columns.flatMap((name, column): readonly ColumnFacts[] => {
    const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null)
    const numbers = cells.filter((cell) => typeof cell === 'number')
    const different = [...new Set(cells.map(cellText))]
    if (cells.length === 0 || name === '') return []
    if (numbers.length === cells.length) {
      const [from, to] = numbers.reduce(
        ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
        [Infinity, -Infinity],
      )
      return [{ kind: 'range', name, from: cellText(from ?? null), to: cellText(to ?? null) }]
    }
    if (different.length > MOST_NAMES) return [{ kind: 'range', name, from: different[0] ?? '', to: different.at(-1) ?? '' }]
    return [{ kind: 'names', name, names: different.join(', ') }]
  })
}
