import { BalancedEnd } from '../../engine/balanced-end.ts'
import type { Mark } from '../../engine/marks.ts'
import type { Step } from '../../engine/steps.ts'
import type { Reading } from '../reading/reading.ts'
import { type Bounds, takeTails } from '../reading/salvage.ts'
import type { OtherBlocks } from './json-calls.ts'

/** Calls that only say that no tool fits: what these marks open is read as a thought. */
// @__NO_SIDE_EFFECTS__
export function refusals(...marks: readonly Mark[]): OtherBlocks {
  return { marks, read: readRefusal }
}

function* readRefusal({ source, write }: Reading, { opener, closers, tails = [], barriers }: Bounds): Step {
  const json = new BalancedEnd(barriers)
  for (const char of opener.slice(opener.search(/[[{]/))) json.step(char)
  source.record(opener)
  yield* source.run(json)
  yield* takeTails(source, [...closers, ...tails])
  write.reasoning(source.takeRecord())
  write.closeProse()
}
