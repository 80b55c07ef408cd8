import { SHOWN_LIMITS } from '../../shown/shown-item.ts'
import { evaluate, get, getOwnPropertyDescriptor, indexOf, parseJson, toText } from '../intrinsics.ts'
import { attempt } from '../names.ts'
import { plainJson } from '../plain-json.ts'
import { type Finding, hear } from './finding.ts'

/** What a library of charts leaves behind when its script has run. */
const DRAW = 'parleyDrawVegaLite'

/** A Vega-Lite specification: it says so, or has a mark and what is encoded by it. */
export function isChart(value: object): boolean {
  const schema: unknown = own(value, '$schema')
  if (typeof schema === 'string') return indexOf(schema, '/vega-lite/') >= 0
  return own(value, 'mark') !== undefined && own(value, 'encoding') !== undefined
}

const own = (value: object, name: string): unknown => attempt(() => getOwnPropertyDescriptor(value, name)?.value, undefined)

/** By the library of the page, in here: a chart of a million points holds up nobody else. */
export function drawChart(spec: object, finding: Finding, drawn: (svg: string, points: unknown) => void): void {
  const json = plainJson(spec, SHOWN_LIMITS.item)
  if (json === undefined) return finding.failed('A Vega-Lite specification is plain data, and not more than 3 MB of it.')
  const draw = (): void => {
    const library: unknown = get(globalThis, DRAW)
    if (typeof library !== 'function') return finding.failed('There is no library for charts here.')
    const refused = (why: unknown): void => finding.failed(`The chart could not be drawn. ${toText(why)}`)
    library(parseJson(json), (svg: unknown, points: unknown) => drawn(toText(svg), points), refused)
  }
  if (typeof get(globalThis, DRAW) === 'function') return draw()
  const began = (script: unknown): void => {
    evaluate(toText(script))
    draw()
  }
  hear(finding.readLibrary('vega-lite'), began, finding)
}
