import { say } from '../../canonical/words.ts'
import type { Grammar } from '../../dialect.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { CLOSER_MISSING, Damage, Entangled } from '../../engine/damage.ts'
import { peek, peekSolid, type Step, skipNoise, take } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import type { Reading } from '../reading/reading.ts'
import { endAtMark, unreadable } from '../reading/salvage.ts'
import { type Broken, innerCalls } from './inner-calls.ts'
import type { Head } from './tag-head.ts'
import { readTaggedCall } from './tagged-call.ts'
import { type TaggedMarks, type TaggedShape, taggedMarks } from './tagged-shape.ts'

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
  const openers = [...(shape.block?.open ?? []), ...shape.call.open]
  return {
    openers,
    *parse(reading) {
      let opening = yield* reading.prose.until(openers)
      while (opening) {
        yield* readTagged(reading, opening.text, marks)
        opening = yield* reading.prose.until(openers)
      }
    },
  }
}

/** Calls from behind the mark that opens them, or one of them; `others` are marks that the same block may hold instead. */
export function* readTagged(reading: Reading, opener: string, marks: TaggedMarks, others: readonly TaggedMarks[] = []): Step {
  const { source, write, forms } = reading
  const inBlock = marks.block?.open.includes(opener) === true
  source.record(opener)
  if (inBlock) yield* skipNoise(source, marks.noiseMarks)
  const used = inBlock ? yield* callOpens(source, [marks, ...others]) : marks
  const head = used && (yield* used.callHead.read(source))
  if (used && head?.name) return yield* readTaggedCalls(reading, { marks: used, head, inBlock })
  const { open, close } = marks.block ?? marks.call
  const json = forms?.json && /[[{]/.test(yield* peekSolid(source)) ? forms.json : undefined
  const read = source.takeRecord()
  if (json) yield* json.calls(reading, { opener: read, closers: close, barriers: open })
  // A mark that no call follows was only mentioned.
  else write.text(read)
}

/** The marks by which a call begins here, its opening one read. */
function* callOpens(source: Source, spellings: readonly TaggedMarks[]): Step<TaggedMarks | undefined> {
  for (const marks of spellings) if ((yield* take(source, marks.callOpen)) !== undefined) return marks
  return undefined
}

interface Calls {
  readonly marks: TaggedMarks
  /** The head of the first call, which was read already. */
  readonly head: Head
  readonly inBlock: boolean
}

/** Calls from behind the first one's head to the end of their block. */
function* readTaggedCalls(reading: Reading, calls: Calls): Step {
  const { source, write } = reading
  const { marks } = calls
  const { doubt } = write
  let call: CallWriter = write.call()
  let head: Head | undefined = calls.head
  for (;;) {
    const begun = source.recorded.length
    let whole = false
    let next: string | undefined
    try {
      if (!head?.name) throw new Damage(say('call.tool-missing'))
      yield* readTaggedCall(reading, call, marks, head)
      whole = true
      next = yield* closeCall(reading, calls, () => call.flaw(CLOSER_MISSING))
      call.end(source.takeRecord().slice(0, -(next?.length ?? 0) || undefined))
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      if (whole) return call.end(source.takeRecord())
      const at = source.recorded.length
      const broken = yield* endBroken(reading, calls, { begun, entangled: error instanceof Entangled })
      call.broken(broken.text, unreadable(error.sentence), Math.min(at, broken.text.length))
      if (broken.torn) return
      next = broken.next
    }
    if (next === undefined) break
    source.record(next)
    call = write.call()
    head = yield* marks.callHead.read(source)
  }
  write.doubt = doubt
}

/** Ends a call that went wrong. Nothing is read again but what may be another call, and that not twice. */
function* endBroken(
  reading: Reading,
  { marks, inBlock }: Calls,
  { begun, entangled }: { readonly begun: number; readonly entangled: boolean },
): Step<Broken> {
  const { source, write } = reading
  const torn = (yield* peek(source)) === ''
  if (write.doubt === undefined && (torn || entangled)) return yield* innerCalls.split(reading, marks, { begun, torn })
  if (torn) return { text: source.takeRecord(), torn }
  const { open: blockOpen = [], close: blockClose = [] } = marks.block ?? {}
  const { text } = yield* endAtMark(reading, {
    closers: [...marks.call.close, ...blockClose],
    barriers: [...marks.call.open, ...blockOpen],
  })
  if (blockClose.some((close) => text.endsWith(close))) return { text }
  source.record(text)
  const next = yield* closeCall(reading, { marks, inBlock })
  return { text: source.takeRecord().slice(0, -(next?.length ?? 0) || undefined), next }
}

/** Reads on behind a call, to the next one of its block or to the end of that; returns what opens the next one. */
function* closeCall(
  { source }: Reading,
  { marks, inBlock }: Pick<Calls, 'marks' | 'inBlock'>,
  onMissing = () => {},
): Step<string | undefined> {
  if (marks.block === undefined) return undefined
  const read = source.recorded.length
  yield* skipNoise(source, marks.noiseMarks)
  const next = inBlock ? yield* take(source, marks.callOpen) : undefined
  if (next !== undefined || (yield* take(source, marks.blockClose)) !== undefined) return next
  onMissing()
  if (!inBlock) source.giveBack(source.recorded.slice(read))
  return undefined
}
