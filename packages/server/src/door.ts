import type { Answerer } from './answerer.ts'
import type { Limits } from './config-schema.ts'
import type { Metrics } from './metrics.ts'
import type { ModelCatalog } from './model-catalog.ts'
import type { Streams } from './safety/streams.ts'

/** What every route is given: the staircase, and the rules of the house. */
export interface Door {
  readonly answer: Answerer
  readonly catalog: ModelCatalog
  readonly limits: Limits
  readonly newId: () => string
  readonly now: () => number
  readonly streams: Streams
  readonly metrics: Metrics
}
