import * as Plot from '@observablehq/plot'
import { type Cell, PointList } from './points.ts'

/** As far as it is read here. The types of the library do not tell what a mark is drawn from. */
interface Channel {
  readonly value?: ArrayLike<unknown>
  readonly label?: unknown
  readonly scale?: string | null
  readonly defaultScale?: string
  readonly hint?: { readonly length?: boolean }
  readonly source?: Channel | null
}

type Numbers = ArrayLike<number> | undefined

type Scale = ((value: unknown) => number) & { readonly bandwidth?: () => number; readonly label?: unknown }
type Index = ArrayLike<number> & { readonly fx?: unknown; readonly fy?: unknown }

interface Values {
  readonly channels?: Readonly<Record<string, Channel>>
  readonly x?: Numbers
  readonly x1?: Numbers
  readonly x2?: Numbers
  readonly y?: Numbers
  readonly y1?: Numbers
  readonly y2?: Numbers
}

interface Drawing {
  readonly index: Index
  readonly scales: Readonly<Record<string, Scale | undefined>>
  readonly values: Values
  readonly margins: { readonly marginLeft: number; readonly marginTop: number }
}

interface Mark {
  ariaLabel?: string
  render: (...args: unknown[]) => unknown
}

/** Words, frames and axes are not what a chart is made of. */
const AROUND = /^(?:tip|text|frame)$|axis|grid/
const UNTOLD = new Set(['geometry', 'href', 'src', 'ariaLabel', 'scales', 'px', 'py'])

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && 'render' in value && typeof value.render === 'function'

/** Marks come in lists of lists, with nothing between. */
function marksIn(value: unknown): readonly Mark[] {
  if (Array.isArray(value)) return value.flatMap(marksIn)
  return isMark(value) && !AROUND.test(value.ariaLabel ?? '') ? [value] : []
}

/** Said by whoever reads the library for a program. */
declare const parleyChartWidth: number

/** Draws, and tells where each row of the data was drawn. */
export function plotWithPoints({ width = parleyChartWidth, ...asked }: Plot.PlotOptions = {}): ReturnType<typeof Plot.plot> {
  const options = { ...asked, width }
  const points = new PointList()
  const ends = marksIn(options.marks).map((mark) => listen(mark, points))
  try {
    const chart = Plot.plot(options)
    // One with a legend is a figure, which browsers put 40 pixels away from everything.
    if (chart.localName === 'figure') chart.style.margin = '0'
    const svg = chart.localName === 'svg' ? chart : chart.querySelector(':scope > svg:last-of-type')
    Object.defineProperty(chart, 'parleyPoints', { value: { svg, points: points.list() } })
    return chart
  } finally {
    for (const end of ends) end()
  }
}

/** A mark is drawn once for each facet, and then stays as it was. */
function listen(mark: Mark, points: PointList): () => void {
  const own = Object.getOwnPropertyDescriptor(mark, 'render')
  const { render } = mark
  mark.render = function hear(this: unknown, ...args: unknown[]) {
    // Invariant: what the library hands to every mark.
    const [index, scales, values, margins] = args as [Index, Drawing['scales'], Values, Drawing['margins']]
    // A chart is drawn also where it cannot be told of.
    try {
      if (index) addAll({ index, scales, values, margins }, points)
    } catch {}
    return render.apply(this, args)
  }
  return () => {
    if (own) Object.defineProperty(mark, 'render', own)
    else Reflect.deleteProperty(mark, 'render')
  }
}

function addAll({ index, scales, values, margins }: Drawing, points: PointList): void {
  const across = sidesOf(values.x1, values.x2, values.x, scales['x'])
  const down = sidesOf(values.y1, values.y2, values.y, scales['y'])
  if (!across || !down) return
  const { fx, fy } = scales
  const right = fx ? fx(index.fx) - margins.marginLeft : 0
  const lower = fy ? fy(index.fy) - margins.marginTop : 0
  for (const at of Array.from(index)) {
    const [[left, end], [top, bottom]] = [across(at), down(at)]
    points.add(told(at, { index, scales, values, margins }), [left + right, top + lower, end + right, bottom + lower])
  }
}

type Sides = (at: number) => readonly [number, number]

/** From where to where something reaches in one direction. Undefined: it has no place there. */
function sidesOf(from: Numbers, to: Numbers, middle: Numbers, scale: Scale | undefined): Sides | undefined {
  if (from && to) return (at) => ordered(from[at] ?? Number.NaN, to[at] ?? Number.NaN)
  const one = middle ?? from ?? to
  const width = scale?.bandwidth?.() ?? 0
  return one && ((at) => [one[at] ?? Number.NaN, (one[at] ?? Number.NaN) + width])
}

const ordered = (one: number, other: number): readonly [number, number] => [Math.min(one, other), Math.max(one, other)]

/** What a row of the data says, by the names that stand at the axes. */
function told(at: number, { index, scales, values }: Drawing): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>()
  const channels = values.channels ?? {}
  for (const [key, channel] of Object.entries(channels).toSorted(([one], [other]) => rankOf(one) - rankOf(other))) {
    const source = sourceOf(channel)
    if (!source?.value || UNTOLD.has(key) || (source.scale == null && source.defaultScale === 'color')) continue
    const pair = /^[xy]2$/.test(key) ? sourceOf(channels[`${key[0]}1`]) : undefined
    if (/^[xy]1$/.test(key) && sourceOf(channels[`${key[0]}2`])) continue
    // A name that the library thought of itself is an object around its text.
    const name = String(scales[channel.scale ?? key]?.label ?? source.label ?? channel.label ?? key.replace(/[12]$/, ''))
    const cell = pair?.value ? between(pair.value[at], source.value[at], channel) : cellOf(source.value[at])
    if (cell !== null && !cells.has(name)) cells.set(name, cell)
  }
  for (const key of ['fx', 'fy'] as const)
    if (scales[key] && index[key] !== undefined) cells.set(String(scales[key].label ?? key), cellOf(index[key]))
  return cells
}

/** Across, then up, then the rest. */
const rankOf = (key: string): number => (key.startsWith('x') ? 0 : key.startsWith('y') ? 1 : 2)

function sourceOf(channel: Channel | undefined): Channel | undefined {
  let source = channel
  while (source?.source) source = source.source
  return source?.source === null ? undefined : source
}

/** What is stacked is as much as it is high; an interval goes from one to the other. */
function between(from: unknown, to: unknown, { hint }: Channel): Cell {
  if (hint?.length) return Math.round((Number(to) - Number(from)) * 1e9) / 1e9
  const [first, last] = [cellOf(from), cellOf(to)]
  return first === last ? last : `${first} – ${last}`
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return Plot.formatIsoDate(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return typeof value === 'boolean' ? value : String(value).slice(0, 300)
}
