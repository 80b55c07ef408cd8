import { nameAhead } from '../../engine/name-ahead.ts'
import type { Opening } from '../../engine/prose.ts'
import type { Step } from '../../engine/steps.ts'
import type { Reading } from '../reading/reading.ts'
import { type NamedCalls, namedCallReader } from './named-calls.ts'

export interface NamedRun extends NamedCalls {
  /** What stands directly behind the name of a call that has no opener of its own. */
  readonly nameEnds: readonly string[]
}

/** Reads the calls behind an opener, which is not always repeated: `[TOOL_CALLS]a[ARGS]{}b[ARGS]{}`. */
export function namedRun(grammar: NamedRun): (reading: Reading, opening: Pick<Opening, 'text'>) => Step {
  const read = namedCallReader(grammar)
  return function* (reading, opening) {
    yield* read(reading, opening)
    while ((yield* nameAhead(reading.source, grammar.nameEnds)) !== '' && (yield* read(reading, { text: '' })));
  }
}
