import * as Plot from '@observablehq/plot'
import * as d3 from 'd3'

// For programs in the sandbox, under the names that everybody gives them.
Object.assign(globalThis, { Plot, d3 })
