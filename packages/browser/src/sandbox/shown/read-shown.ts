import { isJsonObject, type JsonObject, ownValue } from '@parley/dialects'
import { type PictureSize, pictureSize } from './picture-size.ts'
import { type Cell, type ChartPoints, PICTURE_TYPES, SHOWN_LIMITS, type ShownItem, type ShownLabels } from './shown-item.ts'

/** Something to show from whoever sent or kept it, or undefined when a field of it is not what it must be, or too much. */
export function readShown(value: unknown): ShownItem | undefined {
  if (!isJsonObject(value)) return undefined
  const labels = readLabels(value)
  const text = ownValue(value, 'text')
  switch (ownValue(value, 'kind')) {
    case 'image':
      return readImage(value, labels)
    case 'table':
      return readTable(value, labels)
    case 'svg':
      return isText(text, SHOWN_LIMITS.svg) && text.includes('<')
        ? { kind: 'svg', text, ...readPoints(ownValue(value, 'points')), ...labels }
        : undefined
    case 'markdown':
      return isText(text, SHOWN_LIMITS.text) ? { kind: 'markdown', text, ...labels } : undefined
    case 'json':
      return isText(text, SHOWN_LIMITS.text) ? { kind: 'json', text, ...labels } : undefined
    default:
      return undefined
  }
}

/** What was shown by a call, from the part of its result that only a page reads. */
export function shownIn(display: unknown): readonly ShownItem[] {
  const kept = isJsonObject(display) ? ownValue(display, 'shown') : undefined
  if (!Array.isArray(kept)) return []
  return kept.slice(0, SHOWN_LIMITS.items).flatMap((item) => readShown(item) ?? [])
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most
}

function readLabels(value: JsonObject): ShownLabels {
  const [title, alt] = [ownValue(value, 'title'), ownValue(value, 'alt')]
  return {
    ...(isText(title, SHOWN_LIMITS.label) && { title }),
    ...(isText(alt, SHOWN_LIMITS.label) && { alt }),
  }
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function readImage(value: JsonObject, labels: ShownLabels): ShownItem | undefined {
  const mime = PICTURE_TYPES.find((type) => type === ownValue(value, 'mime'))
  const data = ownValue(value, 'data')
  if (mime === undefined || !isText(data, SHOWN_LIMITS.item) || data.length % 4 !== 0 || !BASE64.test(data)) return undefined
  const size = pictureSize(
    mime,
    Uint8Array.from(atob(data), (character) => character.charCodeAt(0)),
  )
  return size && isDrawable(size) ? { kind: 'image', mime, data, ...size, ...labels } : undefined
}

const isDrawable = ({ width, height }: PictureSize): boolean =>
  width <= SHOWN_LIMITS.side && height <= SHOWN_LIMITS.side && width * height <= SHOWN_LIMITS.pixels

function readTable(value: JsonObject, labels: ShownLabels): ShownItem | undefined {
  const [columns, rows, total] = [ownValue(value, 'columns'), ownValue(value, 'rows'), ownValue(value, 'total')]
  if (!isListOf(columns, SHOWN_LIMITS.columns, isName) || columns.length === 0) return undefined
  const isRow = (row: unknown): row is readonly Cell[] => isListOf(row, columns.length, isCell)
  if (!isListOf(rows, SHOWN_LIMITS.rows, isRow) || rows.length * columns.length > SHOWN_LIMITS.cells) return undefined
  if (typeof total !== 'number' || !Number.isSafeInteger(total) || total < rows.length) return undefined
  return { kind: 'table', columns, rows, total, ...labels }
}

/** A chart whose points cannot be read is a picture. In one with a legend they stand further down: `{ points, left, top }`. */
function readPoints(value: unknown): { readonly points?: ChartPoints } {
  if (!isJsonObject(value)) return {}
  const inner = ownValue(value, 'points')
  return inner === undefined ? pointsIn(value) : moved(pointsIn(inner).points, ownValue(value, 'left'), ownValue(value, 'top'))
}

/** One step down and no further: a chain of them could be as long as the item. */
function pointsIn(value: unknown): { readonly points?: ChartPoints } {
  if (!isJsonObject(value)) return {}
  const [columns, rows, places] = [ownValue(value, 'columns'), ownValue(value, 'rows'), ownValue(value, 'places')]
  if (!isListOf(columns, SHOWN_LIMITS.columns, isName) || columns.length === 0) return {}
  const isRow = (row: unknown): row is readonly Cell[] => isListOf(row, columns.length, isCell)
  if (!isListOf(rows, SHOWN_LIMITS.rows, isRow) || rows.length * columns.length > SHOWN_LIMITS.cells) return {}
  return isListOf(places, rows.length, isPlace) && places.length === rows.length ? { points: { columns, rows, places } } : {}
}

function moved(points: ChartPoints | undefined, left: unknown, top: unknown): { readonly points?: ChartPoints } {
  if (!points || !isSide(left) || !isSide(top)) return {}
  const places = points.places.map((place) => place.map((side, index) => side + (index % 2 === 0 ? left : top)))
  return { points: { ...points, places } }
}

const isSide = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= 100_000

const isPlace = (value: unknown): value is readonly number[] => isListOf(value, 4, isSide) && value.length === 4

function isListOf<Item>(value: unknown, most: number, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.length <= most && value.every(isItem)
}

const isName = (value: unknown): value is string => isText(value, SHOWN_LIMITS.label)

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'boolean' || typeof value === 'number' || isText(value, SHOWN_LIMITS.cell)
