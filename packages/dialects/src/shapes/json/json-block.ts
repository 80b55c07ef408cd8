import { flaw } from '../../canonical/flaws.ts'
import type { Flaw } from '../../canonical/part.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { CLOSER_MISSING, Damage } from '../../engine/damage.ts'
import { MarkSet } from '../../engine/marks.ts'
import { peekSolid, type Step, skipSpace, take } from '../../engine/readers.ts'
import { sequenceMark, WORD } from '../../engine/sequence-mark.ts'
import type { Source } from '../../engine/source.ts'
import type { Reading } from '../reading/reading.ts'
import { type Bounds, salvageCalls, takeTails } from '../reading/salvage.ts'
import { readInput, usualShape } from './call-shape.ts'

const SEPARATORS = new MarkSet([',', ';'])
const OPEN_LIST = new MarkSet(['['])
const STRAY = new MarkSet([']', '}', '`'])
const FENCE = new MarkSet([sequenceMark('fence', ['```', WORD])])
const FENCE_END = new MarkSet(['```'])

/**
 * Calls as JSON between two marks: one object, several, or a list of them.
 *
 *     <tool_call>
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     </tool_call>
 */
export function* readJsonBlock(reading: Reading, bounds: Bounds): Step {
  const { source, write } = reading
  source.record(bounds.opener)
  yield* skipSpace(source)
  const unseen = yield* skipUnseen(reading)
  const fenced = (yield* take(source, FENCE)) !== undefined
  yield* skipSpace(source)
  const list = (yield* take(source, OPEN_LIST)) !== undefined
  if ((yield* peekSolid(source)) !== '{') {
    // A mark that no JSON follows was only mentioned.
    write.text(source.takeRecord())
    return
  }
  yield* readCalls(reading, bounds, function* (call) {
    if (unseen) call.flaw(unseen)
    if (list && (yield* peekSolid(source)) === ']') yield* take(source, STRAY)
    if (fenced) {
      yield* skipSpace(source)
      yield* take(source, FENCE_END)
    }
    yield* closeBlock(reading, bounds, call)
  })
}

/**
 * Objects that are calls, one after the other, then whatever `finish` reads. A call is over when the next one begins or
 * all is finished, so that separators and closing marks are part of its source.
 */
export function* readCalls(reading: Reading, bounds: Bounds, finish: (last: CallWriter) => Step): Step {
  const { source, write } = reading
  const shape = bounds.shape ?? usualShape
  let call = write.call()
  let whole = false
  for (;;) {
    try {
      do {
        if (whole) {
          call.end(source.takeRecord())
          source.record('')
          call = write.call()
          whole = false
        }
        yield* shape.read(source, call)
        whole = true
        yield* skipSpace(source)
        yield* take(source, SEPARATORS)
      } while ((yield* peekSolid(source)) === '{')
      yield* finish(call)
      return call.end(source.takeRecord())
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      if (whole) return call.end(source.takeRecord())
      yield* salvageCalls(reading, call, { ...bounds, problem: error.sentence })
      if (!(yield* anotherFollows(reading, bounds))) return
      call = write.call()
    }
  }
}

/** Whether a list goes on behind a call that was damaged. Between closing marks that is known already: they end it. */
function* anotherFollows({ source }: Reading, { closers }: Bounds): Step<boolean> {
  if (closers.length > 0) return false
  source.record('')
  yield* skipSpace(source)
  const separated = (yield* take(source, SEPARATORS)) !== undefined
  if (separated && (yield* peekSolid(source)) === '{') return true
  source.unread(source.takeRecord())
  return false
}

/** White space that cannot be seen, as far as somebody handed in how to read it. */
export function* skipUnseen({ source, forms }: Reading): Step<Flaw | undefined> {
  return forms?.unseen ? yield* forms.unseen(source) : undefined
}

const STRAY_BRACKETS = flaw('stray-brackets')

/** The mark behind the last call, as far as it came. */
export function* closeBlock(reading: Reading, { closers, tails = [] }: Bounds, call: CallWriter): Step {
  const { source } = reading
  if (closers.length === 0) return yield* takeTails(source, tails)
  const marks = new MarkSet(closers)
  yield* skipSpace(source)
  const unseen = yield* skipUnseen(reading)
  if (unseen) call.flaw(unseen)
  if ((yield* take(source, marks)) !== undefined) return
  while ((yield* take(source, STRAY)) !== undefined) {
    call.flaw(STRAY_BRACKETS)
    yield* skipSpace(source)
  }
  if ((yield* take(source, marks)) === undefined) call.flaw(CLOSER_MISSING)
}

/** Reads JSON where a dialect has a form of its own. Handed to a grammar, so that one which has no need of it stays small. */
export interface JsonForms {
  /** The calls between a dialect's marks. */
  readonly calls: (reading: Reading, bounds: Bounds) => Step
  /** The arguments of one call. */
  readonly input: (source: Source, call: CallWriter) => Step
}

export const jsonForms: JsonForms = { calls: readJsonBlock, input: readInput }
