import type { ToolSpec } from '../../canonical/message.ts'
import { CLOSER_MISSING } from '../../engine/damage.ts'
import { type Mark, MarkSet } from '../../engine/marks.ts'
import { peekSolid, type Step, take } from '../../engine/readers.ts'
import { SPACE, sequenceMark } from '../../engine/sequence-mark.ts'
import type { Reading } from '../reading/reading.ts'
import { endAtMark, readOtherForm } from '../reading/salvage.ts'
import { readPythonCalls, takeListOpen } from './python-calls.ts'

const CLOSE_LIST = new MarkSet([']'])

/** A list that begins with the call of a known tool; `[link](address)` does not. */
export const listOpeners = (tools: readonly ToolSpec[]): readonly Mark[] =>
  tools.map(({ name }) => sequenceMark('bare', ['[', SPACE, name, SPACE, '(']))

/** A list of calls that nothing stands around. */
export function* readBareList(reading: Reading, opening: string): Step {
  const { source } = reading
  source.unread(opening.slice(1))
  source.record('[')
  yield* readPythonCalls(reading, { opener: '[', closers: [], barriers: [] }, function* () {
    yield* peekSolid(source)
    yield* take(source, CLOSE_LIST)
  })
}

/** Calls between two marks, as a Python list, as lines, or as JSON. */
export function* readMarkedCalls(reading: Reading, opener: string, close: string): Step {
  const { source, write } = reading
  source.record(opener)
  yield* takeListOpen(reading)
  const next = yield* peekSolid(source)
  if (next === '{') {
    source.giveBack(source.recorded.slice(opener.length))
    return yield* readOtherForm(reading, { opener, closers: [close], barriers: [opener] }, endAtMark)
  }
  if (!/[\p{L}_]/u.test(next)) return write.text(source.takeRecord())
  const closers = new MarkSet([close])
  yield* readPythonCalls(reading, { opener, closers: [close], barriers: [opener] }, function* (call) {
    yield* peekSolid(source)
    yield* take(source, CLOSE_LIST)
    yield* peekSolid(source)
    if ((yield* take(source, closers)) === undefined) call.flaw(CLOSER_MISSING)
  })
}

/** All that stands between two marks. */
export function* readAllMarked(reading: Reading, openers: readonly string[], close: string): Step {
  let opening = yield* reading.prose.until(openers)
  while (opening) {
    yield* readMarkedCalls(reading, opening.text, close)
    opening = yield* reading.prose.until(openers)
  }
}
