import type { IdSpelling } from '../id-spellings.ts'
import type { Pair, Template } from '../template.ts'

/** Calls whose name stands outside of the JSON. */
export interface NamedShape {
  /** One call; the slots are `$name`, `$input`, `$id` and `$number`, its place in the conversation. */
  readonly call: Template
  /** Between two calls. Absent: nothing. */
  readonly between?: string
  /** What stands around all calls. Absent: nothing. */
  readonly section?: Pair
  /** How ids are spelled. Absent: as they are. */
  readonly ids?: IdSpelling
}
