import { SHOWN_LIMITS } from '../../shown/shown-item.ts'
import { inspect } from '../inspect.ts'
import { parseJson, quote, slice, startsWith } from '../intrinsics.ts'
import { plainJson } from '../plain-json.ts'
import { drawChart, isChart } from './draw-chart.ts'
import { drawingOf } from './drawings.ts'
import { type Finding, svgFields } from './finding.ts'
import { findPicture } from './pictures.ts'
import { tableFields } from './table-fields.ts'

export function findItem(value: unknown, finding: Finding): void {
  if (typeof value === 'string') return finding.found(textFields(value))
  if (typeof value !== 'object' || value === null) return finding.found(jsonFields(value))
  if (findPicture(value, finding)) return
  const drawing = drawingOf(value)
  if (drawing !== undefined) return finding.found(svgFields(drawing.text, drawing.points))
  const table = tableFields(value)
  if (table !== undefined) return finding.found(table)
  if (isChart(value)) return drawChart(value, finding, (text, points) => finding.found(svgFields(text, points)))
  finding.found(jsonFields(value))
}

function textFields(text: string): string {
  const whole = slice(text, 0, SHOWN_LIMITS.text)
  return startsWith(whole, '<svg') ? svgFields(text) : `"kind":"markdown","text":${quote(whole)}`
}

const pretty = JSON.stringify

/** Plain data as JSON, one value a line; anything else as a console would show it. */
function jsonFields(value: unknown): string {
  const json = plainJson(value, SHOWN_LIMITS.text)
  const text = json === undefined ? inspect(value, SHOWN_LIMITS.text).text : pretty(parseJson(json), null, 2)
  return `"kind":"json","text":${quote(slice(text, 0, SHOWN_LIMITS.text))}`
}
