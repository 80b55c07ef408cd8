import { parse, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile, type TopLevelSpec } from 'vega-lite'
import type { Points } from './points/points.ts'
import { pointsOf } from './points/vega-points.ts'

const NOTHING = 'Nothing can be loaded: put the data into the specification, as data.values.'

const quiet = { level: () => quiet, error: () => quiet, warn: () => quiet, info: () => quiet, debug: () => quiet }

/** With what each mark says of itself, unless the chart says what it tells, or that it tells nothing. */
const telling = (given: TopLevelSpec): TopLevelSpec => ({
  ...given,
  config: { ...given.config, mark: { tooltip: true, ...given.config?.mark } },
})

type Drawn = (svg: string, points: Points | undefined) => void

/** Draws a chart and hands over its SVG, or says why not. Expressions are interpreted, and nothing is loaded. */
function drawVegaLite(given: TopLevelSpec, drawn: Drawn, failed: (why: unknown) => void): void {
  let refused: string | undefined
  const refuse = () => {
    refused = NOTHING
    return Promise.reject(new Error(NOTHING))
  }
  const loader = { load: refuse, sanitize: refuse, http: refuse, file: refuse }
  try {
    const { spec } = compile(telling(given), { logger: quiet })
    const options = { expr: expressionInterpreter, loader, logger: quiet, renderer: 'none' }
    // Invariant: the types of the library know neither the interpreter nor a loader that refuses.
    const view = new View(parse(spec, undefined, { ast: true }), options as never)
    view.toSVG().then((svg) => (refused === undefined ? drawn(svg, pointsOf(view)) : failed(refused)), failed)
  } catch (error) {
    failed(error)
  }
}

Object.assign(globalThis, { parleyDrawVegaLite: drawVegaLite })
