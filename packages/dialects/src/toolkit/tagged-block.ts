import type { Flaw } from '../canonical/part.ts'
import type { Grammar } from '../dialect.ts'
import type { CallWriter } from './call-writer.ts'
import { Damage } from './damage.ts'
import { peekSolid, type Step, take } from './read-json.ts'
import type { Reading } from './reading.ts'
import { type Bounds, endDamaged, readOtherForm, sentence } from './salvage.ts'
import { skipNoise } from './skip-noise.ts'
import type { Head } from './tag-head.ts'
import { readTaggedCall } from './tagged-call.ts'
import { type TaggedMarks, type TaggedShape, taggedMarks } from './tagged-shape.ts'

const CLOSER_MISSING: Flaw = { id: 'closing-mark-missing', message: 'The mark that closes the calls was missing.' }

/**
 * The grammar of calls with one element per parameter:
 *
 *     <tool_call>
 *     <function=find_book>
 *     <parameter=title>
 *     Momo
 *     </parameter>
 *     </function>
 *     </tool_call>
 *
 * A call may also stand without its block, as models forget it.
 */
// @__NO_SIDE_EFFECTS__
export function taggedGrammar(shape: TaggedShape): { readonly openers: readonly string[]; parse(reading: Reading): Grammar } {
  const marks = taggedMarks(shape)
  const blockOpen = shape.block?.open ?? []
  const openers = [...blockOpen, ...shape.call.open]
  return {
    openers,
    *parse(reading) {
      let opening = yield* reading.prose.until(openers)
      while (opening) {
        if (blockOpen.includes(opening.text)) yield* readTaggedBlock(reading, boundsOf(shape, opening.text), marks)
        else yield* readBareCall(reading, opening.text, marks)
        opening = yield* reading.prose.until(openers)
      }
    },
  }
}

export function boundsOf(shape: TaggedShape, opener: string): Bounds {
  return { opener, closers: shape.block?.close ?? shape.call.close, barriers: shape.block?.open ?? shape.call.open }
}

export function* readTaggedBlock(reading: Reading, bounds: Bounds, marks: TaggedMarks): Step {
  const { source, write } = reading
  source.record(bounds.opener)
  const first = yield* skipNoise(source, marks.noiseMarks)
  if (first === '{' || first === '[') return yield* readOtherForm(reading, { ...bounds, opener: source.recorded })
  const head = (yield* take(source, marks.callOpen)) === undefined ? undefined : yield* marks.callHead.read(source)
  // A mark that no call follows was only mentioned.
  if (head === undefined || head.name === '') return write.text(source.takeRecord())
  yield* readTaggedCalls(reading, bounds, { marks, head, inBlock: true })
}

export function* readBareCall(reading: Reading, opener: string, marks: TaggedMarks): Step {
  const { source, write } = reading
  source.record(opener)
  const head = yield* marks.callHead.read(source)
  if (head?.name === '' && (yield* peekSolid(source)) === '{') {
    return yield* readOtherForm(reading, boundsOf(marks, source.recorded))
  }
  if (head === undefined || head.name === '') return write.text(source.takeRecord())
  const closers = [...marks.call.close, ...(marks.block?.close ?? [])]
  yield* readTaggedCalls(
    reading,
    { opener, closers, barriers: [...marks.call.open, ...(marks.block?.open ?? [])] },
    { marks, head, inBlock: false },
  )
}

interface Calls {
  readonly marks: TaggedMarks
  /** The head of the first call, which was read already. */
  readonly head: Head
  readonly inBlock: boolean
}

/** Calls from behind the first one's head to the end of their block. */
function* readTaggedCalls(reading: Reading, bounds: Bounds, { marks, head: first, inBlock }: Calls): Step {
  const { source, write } = reading
  let call: CallWriter = write.call()
  let head: Head | undefined = first
  let whole = false
  try {
    while (head) {
      yield* readTaggedCall(reading, call, marks, head)
      whole = true
      if (!inBlock) break
      yield* skipNoise(source, marks.noiseMarks)
      const again = yield* take(source, marks.callOpen)
      if (again === undefined) break
      call.end(source.takeRecord().slice(0, -again.length))
      source.record(again)
      call = write.call()
      whole = false
      head = yield* marks.callHead.read(source)
      if (!head?.name) throw new Damage('it does not name a tool')
    }
    if (marks.blockClose) yield* closeBlock(reading, call, marks)
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    if (whole) call.end(source.takeRecord())
    else call.broken((yield* endDamaged(reading, bounds)).text, sentence(error.message))
  }
}

function* closeBlock(reading: Reading, call: CallWriter, marks: TaggedMarks): Step {
  const { source } = reading
  const read = source.recorded.length
  yield* skipNoise(source, marks.noiseMarks)
  if (marks.blockClose === undefined || (yield* take(source, marks.blockClose)) !== undefined) return
  call.flaw(CLOSER_MISSING)
  source.giveBack(source.recorded.slice(read))
}
