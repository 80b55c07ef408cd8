import type { Flaw } from '../canonical/part.ts'
import type { CallWriter } from './call-writer.ts'
import { Damage } from './damage.ts'
import { readJsonBlock } from './json-block.ts'
import { MarkSet } from './marks.ts'
import { peekSolid, type Step, skipSpace, take } from './read-json.ts'
import type { Reading } from './reading.ts'
import { type Bounds, endDamaged, sentence } from './salvage.ts'
import { readTaggedCall, type TaggedMarks } from './tagged-call.ts'

const CLOSER_MISSING: Flaw = { id: 'closing-mark-missing', message: 'The mark that closes the calls was missing.' }

/**
 * Calls with one element per parameter, in a block of their own:
 *
 *     <tool_call>
 *     <function=find_book>
 *     <parameter=title>
 *     Momo
 *     </parameter>
 *     </function>
 *     </tool_call>
 */
export function* readTaggedBlock(reading: Reading, bounds: Bounds, shape: TaggedMarks): Step {
  const { source, write } = reading
  source.record(bounds.opener)
  const first = yield* peekSolid(source)
  if (first === '{' || first === '[') {
    const before = source.takeRecord()
    return yield* readJsonBlock(reading, { ...bounds, opener: before })
  }
  const callOpen = new MarkSet(shape.call.open)
  if ((yield* take(source, callOpen)) === undefined) {
    write.text(source.takeRecord())
    return
  }
  yield* readTaggedCalls(reading, bounds, shape)
}

/** Calls from behind the first one's opening mark to the end of their block. */
export function* readTaggedCalls(reading: Reading, bounds: Bounds, shape: TaggedMarks): Step {
  const { source, write } = reading
  const callOpen = new MarkSet(shape.call.open)
  let call: CallWriter = write.call()
  let whole = false
  try {
    for (;;) {
      yield* readTaggedCall(reading, call, shape)
      whole = true
      if (shape.blockClose.length === 0) break
      yield* skipSpace(source)
      const again = yield* take(source, callOpen)
      if (again === undefined) break
      call.end(source.takeRecord().slice(0, -again.length))
      source.record(again)
      call = write.call()
      whole = false
    }
    if (shape.blockClose.length > 0 && (yield* take(source, shape.sets.blockClose)) === undefined) call.flaw(CLOSER_MISSING)
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    if (whole) call.end(source.takeRecord())
    else call.broken((yield* endDamaged(reading, bounds)).text, sentence(error.message))
  }
}
