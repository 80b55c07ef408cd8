import { numbersSurvive } from '../../canonical/exact-json.ts'
import type { Flaw } from '../../canonical/part.ts'
import type { Sentence } from '../../canonical/sentence.ts'
import { say } from '../../canonical/words.ts'
import { BalancedEnd } from '../../engine/balanced-end.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { CLOSER_MISSING } from '../../engine/damage.ts'
import { type MarkLike, MarkSet } from '../../engine/marks.ts'
import { peek, type Step, skipSpace, take, UntilMark } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import type { Mended } from '../../repair/mend.ts'
import type { CallShape } from '../json/call-shape.ts'
import type { Reading } from './reading.ts'

export interface Bounds {
  /** What opened the call, as it was written. */
  readonly opener: string
  /** The end of the opener that is JSON already, as in `{"tool_calls"`. Absent: none of it is. */
  readonly begun?: string
  /** What would have closed it; empty when calls of this dialect end with their JSON. */
  readonly closers: readonly string[]
  /** What may stand behind it and then belongs to it. Absent: nothing. */
  readonly tails?: readonly string[]
  /** What cannot belong to it: the next call's opener. */
  readonly barriers: readonly MarkLike[]
  /** How its JSON says what is called. Absent: with a name and arguments. */
  readonly shape?: CallShape
}

export interface DamagedText {
  readonly text: string
  /** Whether the model brought it to an end. If not, it was cut off, and half a call must not run. */
  readonly closed: boolean
  /** How it came to its end, if not as it should. */
  readonly flaw?: Flaw
}

/**
 * Ends a call that went wrong: at its first closing mark, whatever was read beyond that.
 *
 *     <tool_call>{"name": "f", "a</tool_call> Sorry, again:
 *                             ^                             where it went wrong
 *                                          ^                where the call ends; the rest is read again
 */
export function* endDamaged(reading: Reading, bounds: Bounds): Step<DamagedText> {
  readAgain(reading, bounds.opener)
  if (bounds.closers.length === 0) return yield* endWhereEven(reading, bounds)
  const ended = yield* endAtMark(reading, bounds)
  return !ended.closed && isEven(ended.text, bounds) ? { text: ended.text, closed: true, flaw: CLOSER_MISSING } : ended
}

/** Whether the brackets of a text got even with its last one: then only its closing mark was forgotten. */
function isEven(text: string, { opener, begun = '' }: Bounds): boolean {
  const body = text.startsWith(opener) ? text.slice(opener.length - begun.length) : text
  const reader = new BalancedEnd()
  const stop = reader.read(body, 0, true)
  return reader.even && /^[\s`]*$/.test(body.slice(stop))
}

/** Goes back to behind the opener. */
function readAgain({ source }: Reading, opener: string): void {
  const recorded = source.takeRecord()
  const head = recorded.startsWith(opener) ? opener : ''
  source.unread(recorded.slice(head.length))
  source.record(head)
}

/** Ends a call whose text is recorded at the first of its marks that comes from here on. */
export function* endAtMark({ source }: Reading, { closers, barriers }: Pick<Bounds, 'closers' | 'barriers'>): Step<DamagedText> {
  const { found } = yield* source.run(new UntilMark(new MarkSet([...closers, ...barriers]), () => {}))
  const text = source.takeRecord()
  if (found === undefined) return { text, closed: false }
  if (closers.includes(found.text)) return { text, closed: true }
  source.unread(found.text)
  return { text: text.slice(0, -found.text.length), closed: false }
}

const LIST_ENDS = /* @__PURE__ */ new MarkSet([']', '}'])

/** Without a closing mark the brackets tell; where they never get even, the first empty line does. */
function* endWhereEven({ source }: Reading, { opener, begun = '', barriers, tails = [] }: Bounds): Step<DamagedText> {
  const isFirst = source.recorded === opener
  const reader = new BalancedEnd(barriers, opener !== '')
  if (isFirst) for (const char of begun) reader.step(char)
  const { even } = yield* source.run(reader)
  if (even) {
    // A later call of a list leaves the brackets that close the list.
    if (!isFirst) while ((yield* take(source, LIST_ENDS)) !== undefined) yield* skipSpace(source)
    yield* takeTails(source, tails)
    return { text: source.takeRecord(), closed: true }
  }
  const text = source.takeRecord()
  const gap = text.indexOf('\n\n', opener.length)
  if (gap < 0) return { text, closed: false }
  source.unread(text.slice(gap))
  return { text: text.slice(0, gap), closed: false }
}

/** Calls that are JSON where the dialect has another form, `bounds.opener` recorded already; `end` ends what nobody reads. */
export function* readOtherForm(
  reading: Reading,
  bounds: Bounds,
  end: (reading: Reading, bounds: Bounds) => Step<DamagedText>,
): Step {
  if (reading.forms?.json) {
    reading.source.takeRecord()
    return yield* reading.forms.json.calls(reading, bounds)
  }
  const call = reading.write.call()
  call.broken((yield* end(reading, bounds)).text, unreadable(say('call.json')))
}

/** What belongs to the end of a call if it is there, each once. White space before something else is left alone. */
export function* takeTails(source: Source, tails: readonly string[]): Step {
  const left = new Set(tails)
  while (left.size > 0) {
    const before = source.recorded.length
    yield* skipSpace(source)
    const tail = yield* take(source, new MarkSet([...left]))
    if (tail === undefined) return source.giveBack(source.recorded.slice(before))
    left.delete(tail)
  }
}

/** Reads the damaged text of JSON calls as well as it can be read; what cannot be is shown as broken. */
export function* salvageCalls(
  reading: Reading,
  call: CallWriter | undefined,
  damage: Bounds & { readonly problem: Sentence },
): Step {
  const { text, closed, flaw } = yield* endDamaged(reading, damage)
  const writer = call ?? reading.write.call()
  if (flaw) writer.flaw(flaw)
  if (!closed || !reading.forms?.mended?.calls(reading, writer, { ...damage, text }))
    writer.broken(text, unreadable(damage.problem))
}

/** Undefined also when a number would not survive: a call with another number than the model wrote must not run. */
export function mendExactly(call: CallWriter, text: string): Mended | undefined {
  const mended = call.mend(text)
  return mended && numbersSurvive(mended.text) ? mended : undefined
}

export function unreadable(problem: Sentence): Sentence {
  return say('call.unreadable', { problem })
}

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
