import type { ToolSpec } from '../../canonical/message.ts'
import type { Mark } from '../../engine/marks.ts'
import { bareCallMarks, type UnmarkedForm } from './bare-call-mark.ts'

/** Where JSON that nothing announces is a call. In JSON it is the names of its forms. */
export interface UnmarkedCalls {
  (tools: readonly ToolSpec[]): readonly Mark[]
  toJSON(): readonly UnmarkedForm[]
}

/** As an object, as a list, as either of them in a fence. */
// @__NO_SIDE_EFFECTS__
export function unmarkedCalls(...forms: readonly UnmarkedForm[]): UnmarkedCalls {
  return Object.assign((tools: readonly ToolSpec[]) => bareCallMarks(tools, forms), { toJSON: () => forms })
}
