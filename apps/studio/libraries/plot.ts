import * as library from '@observablehq/plot'
import * as d3 from 'd3'
import { plotWithPoints } from './points/plot-points.ts'

// What is drawn knows where its values are, however it was asked for: `Plot.plot(…)`, `Plot.dot(…).plot()`.
library.Mark.prototype.plot = function plot({ marks = [], ...options } = {}) {
  // Invariant: the library draws what it made; its types say so of marks in lists only.
  return plotWithPoints({ ...options, marks: [...marks, this] as library.Markish[] })
}

// For programs in the sandbox, under the names that everybody gives them.
Object.assign(globalThis, { Plot: { ...library, plot: plotWithPoints }, d3 })
