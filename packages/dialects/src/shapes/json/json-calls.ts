import type { ToolSpec } from '../../canonical/message.ts'
import type { Grammar } from '../../dialect.ts'
import { BalancedEnd } from '../../engine/balanced-end.ts'
import type { Mark, MarkLike } from '../../engine/marks.ts'
import type { Step } from '../../engine/readers.ts'
import type { Reading } from '../reading/reading.ts'
import { type Bounds, takeTails } from '../reading/salvage.ts'
import { readJsonBlock } from './json-block.ts'

/** Where the calls of a dialect stand, when each of them is JSON as a whole. */
export interface JsonCalls extends Partial<Pick<Bounds, 'closers' | 'tails' | 'shape'>> {
  /** What announces a call, or a list of them. */
  readonly openers: readonly MarkLike[]
  /** Where JSON without any mark is a call, as it names a known tool: see `bareCalls`. Absent: nowhere. */
  readonly unmarked?: (tools: readonly ToolSpec[]) => readonly Mark[]
  /** What opens something that is not read as JSON. Absent: nothing does. */
  readonly others?: OtherBlocks
}

/** Blocks that look like calls in JSON at first, and how they are read. */
export interface OtherBlocks {
  readonly marks: readonly Mark[]
  readonly read: (reading: Reading, bounds: Bounds) => Step
}

/**
 * The grammar of calls that are JSON as a whole:
 *
 *     <tool_call>{"name": "find_book", "arguments": {"title": "Momo"}}</tool_call>
 *     [TOOL_CALLS][{"name": "find_book", "arguments": {"title": "Momo"}}]
 */
// @__NO_SIDE_EFFECTS__
export function jsonCalls({ openers, closers = [], unmarked, others, ...rest }: JsonCalls): (reading: Reading) => Grammar {
  const marked = [...openers, ...(others?.marks ?? [])]
  return function* (reading) {
    const bare = unmarked?.(reading.tools) ?? []
    const fences = bare.filter(({ id }) => id !== 'bare')
    const marks = bare.length > 0 ? [...marked, ...bare] : marked
    for (;;) {
      const opening = yield* reading.prose.until(marks)
      if (opening === undefined) return
      const { id } = opening.mark
      if (others?.marks.includes(opening.mark))
        yield* others.read(reading, { ...rest, opener: opening.text, closers, barriers: openers })
      else if (id === 'bare') {
        reading.source.unread(opening.text)
        yield* readJsonBlock(reading, { ...rest, opener: '', closers: [], tails: [], barriers: [...openers, ...bare] })
      } else if (fences.includes(opening.mark)) {
        const fence = opening.text.slice(0, opening.text.search(/[[{]/))
        reading.source.unread(opening.text.slice(fence.length))
        yield* readJsonBlock(reading, { ...rest, opener: fence, closers: ['```'], tails: [], barriers: [...openers, ...fences] })
      } else yield* readJsonBlock(reading, { ...rest, opener: opening.text, closers, barriers: openers })
    }
  }
}

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
