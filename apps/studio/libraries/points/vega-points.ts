import type { View } from 'vega'
import { type Cell, PointList, type Points } from './points.ts'

/** As far as it is read here: what a chart was drawn from. */
interface SceneItem {
  readonly x?: number
  readonly y?: number
  readonly x2?: number
  readonly y2?: number
  readonly width?: number
  readonly height?: number
  readonly startAngle?: number
  readonly endAngle?: number
  readonly innerRadius?: number
  readonly outerRadius?: number
  readonly tooltip?: unknown
  readonly bounds?: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }
  /** Of a group: what is drawn in it. */
  readonly items?: readonly SceneMark[]
}

interface SceneMark {
  readonly marktype: string
  readonly role?: string
  readonly items: readonly SceneItem[]
}

/** Axes, legends, titles and headers stand around a chart. */
const AROUND = /axis|legend|title|header|footer/

/** What a drawn chart says of each of its marks, and where. */
export function pointsOf(view: View): Points | undefined {
  const points = new PointList()
  const [left, top] = view.origin()
  const padding = view.padding()
  const around = typeof padding === 'number' ? { left: padding, top: padding } : padding
  // Invariant: the types of the library leave out what its scenegraph holds.
  const { root } = view.scenegraph() as unknown as { readonly root: SceneMark }
  walk(root, [left + (around.left ?? 0), top + (around.top ?? 0)], points)
  return points.list()
}

function walk({ marktype, role = '', items }: SceneMark, [left, top]: readonly [number, number], points: PointList): void {
  if (AROUND.test(role)) return
  for (const item of items) {
    const cells = marktype === 'group' ? new Map<string, Cell>() : told(item.tooltip)
    if (cells.size > 0)
      points.add(
        cells,
        placeOf(item, marktype).map((side, index) => side + (index % 2 === 0 ? left : top)),
      )
    for (const inside of item.items ?? []) walk(inside, [left + (item.x ?? 0), top + (item.y ?? 0)], points)
  }
}

function placeOf(item: SceneItem, marktype: string): readonly number[] {
  const { x = 0, y = 0, width = 0, height = 0, bounds } = item
  if (marktype === 'arc') return middleOfArc(item)
  if (marktype === 'rect' || marktype === 'image') return [x, y, x + width, y + height]
  if (marktype === 'shape' || marktype === 'path') return bounds ? [bounds.x1, bounds.y1, bounds.x2, bounds.y2] : [x, y, x, y]
  const { x2 = x, y2 = y } = item
  return marktype === 'rule' ? [Math.min(x, x2), Math.min(y, y2), Math.max(x, x2), Math.max(y, y2)] : [x, y, x, y]
}

/** A piece of a pie is pointed at in its middle. Angles begin at the top. */
function middleOfArc({ x = 0, y = 0, startAngle = 0, endAngle = 0, innerRadius = 0, outerRadius = 0 }: SceneItem) {
  const angle = (startAngle + endAngle) / 2
  const radius = (innerRadius + outerRadius) / 2
  const [across, down] = [x + Math.sin(angle) * radius, y - Math.cos(angle) * radius]
  return [across, down, across, down]
}

/** `{ "month": "Jan", "sales": "12" }`, as the chart itself would say it. */
function told(tooltip: unknown): ReadonlyMap<string, Cell> {
  if (typeof tooltip === 'string' || typeof tooltip === 'number') return new Map([['', tooltip]])
  if (typeof tooltip !== 'object' || tooltip === null) return new Map()
  return new Map(Object.entries(tooltip).map(([name, value]) => [name, cellOf(value)]))
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value
  const text = String(value).slice(0, 300)
  // Numbers come as text; as numbers they can be sorted.
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/.test(text) ? Number(text) : text
}
