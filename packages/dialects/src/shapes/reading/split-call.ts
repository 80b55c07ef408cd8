import { say } from '../../canonical/words.ts'
import type { MarkSet } from '../../engine/marks.ts'
import { UntilMark } from '../../engine/readers.ts'
import { peek, type Step } from '../../engine/steps.ts'
import type { Reading } from './reading.ts'
import { type Bounds, endAtMark } from './salvage.ts'

export const ENTANGLED = say('call.inside-unclosed')

/**
 * Ends a call, `begun` characters of which are its own for sure, at the first of `openings`. What follows may be a part
 * of its last value, so calls are only offered from there on, until somebody knows better.
 */
export function* splitCall({ source, write }: Reading, begun: number, openings: MarkSet): Step<string> {
  const all = source.takeRecord()
  source.record(all.slice(0, begun))
  source.unread(all.slice(begun))
  const { found } = yield* source.run(new UntilMark(openings, () => {}))
  if (found) source.giveBack(found.text)
  write.doubt = ENTANGLED
  return source.takeRecord()
}

/** Ends a damaged call where it stands: nothing is read again, except once where the text broke off inside of it. */
export function* endInPlace(
  reading: Reading,
  bounds: Pick<Bounds, 'closers' | 'barriers'> & { readonly begun: number; readonly openings: MarkSet },
): Step<string> {
  const { source, write } = reading
  if ((yield* peek(source)) !== '') return (yield* endAtMark(reading, bounds)).text
  return write.doubt === undefined ? yield* splitCall(reading, bounds.begun, bounds.openings) : source.takeRecord()
}
