import type { ToolSpec } from '../../canonical/message.ts'
import type { Sentence } from '../../canonical/sentence.ts'
import { say } from '../../canonical/words.ts'
import type { Grammar } from '../../dialect.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { Damage } from '../../engine/damage.ts'
import { type Mark, type MarkLike, MarkSet, markId } from '../../engine/marks.ts'
import { nameAhead } from '../../engine/name-ahead.ts'
import type { Opening } from '../../engine/prose.ts'
import { HeadText, peek, type Step, skipSpace, take } from '../../engine/readers.ts'
import { sequenceMark, WORD } from '../../engine/sequence-mark.ts'
import { readInput } from '../json/call-shape.ts'
import { closeBlock, skipUnseen } from '../json/json-block.ts'
import type { Reading } from '../reading/reading.ts'
import { type Bounds, endDamaged, unreadable } from '../reading/salvage.ts'

/** Who is called, as the head of a call says it. */
export interface CallHead {
  /** Empty when it names nobody; then the call is shown as broken. */
  readonly name: string
  readonly id?: string
}

/** Where the calls of a dialect stand, when the name is outside of the JSON. */
export interface NamedCalls extends Partial<Pick<Bounds, 'closers' | 'tails'>> {
  readonly openers: readonly MarkLike[]
  /** What stands between the head and the arguments; `{` and a fence may, and are then read with the arguments. */
  readonly separators: readonly MarkLike[]
  /**
   * What is left of a call where special tokens were skipped, up to the beginning of its arguments; the id of each mark
   * is the tool. Absent: nothing that could be told from prose.
   */
  readonly unmarked?: (tools: readonly ToolSpec[]) => readonly Mark[]
  /** Reads what stood between opener and separator. Undefined: this is no call but text. */
  head(text: string, tools: readonly ToolSpec[]): CallHead | undefined
}

/** No name, with all that templates put around it, is longer. */
const MOST_HEAD = 320
const ARGUMENTS_BEGIN = new Set(['{', '```'])
const FENCE = new MarkSet([sequenceMark('fence', ['```', WORD])])
const FENCE_END = new MarkSet(['```'])

/**
 * The grammar of calls whose name stands outside of the JSON:
 *
 *     <|tool_call_begin|>functions.find_book:0<|tool_call_argument_begin|>{"title": "Momo"}<|tool_call_end|>
 *     ^ opener           ^ head               ^ separator                 ^ arguments      ^ closer
 */
export function namedCalls(grammar: NamedCalls): (reading: Reading) => Grammar {
  const read = namedCallReader(grammar)
  return function* (reading) {
    const unmarked = grammar.unmarked?.(reading.tools) ?? []
    const marks = [...grammar.openers, ...unmarked]
    for (;;) {
      const opening = yield* reading.prose.until(marks)
      if (opening === undefined) return
      if (unmarked.includes(opening.mark)) yield* readUnmarked(reading, opening, grammar.openers)
      else yield* read(reading, opening)
    }
  }
}

function* readUnmarked(reading: Reading, { mark, text }: Opening, barriers: readonly MarkLike[]): Step {
  const opener = text.slice(0, text.search(/[{`]/))
  reading.source.unread(text.slice(opener.length))
  reading.source.record(opener)
  const call = reading.write.call()
  call.name(mark.id)
  yield* readArguments(reading, call, { opener, closers: [], barriers })
}

/** Reads one call, from behind its opener. False when it is none: then all but the opener is left to be read as prose. */
export function namedCallReader(grammar: NamedCalls): (reading: Reading, opening: Pick<Opening, 'text'>) => Step<boolean> {
  const { openers, separators, closers = [], tails = [] } = grammar
  const separatorIds = new Set(separators.map(markId))
  const ends = new MarkSet([...separators, ...closers, ...openers])
  return function* (reading, opening) {
    const { source, write } = reading
    source.record(opening.text)
    const { found, text } = yield* source.run(new HeadText(ends, MOST_HEAD))
    const separated = found !== undefined && separatorIds.has(found.mark.id)
    const closed = found !== undefined && closers.includes(found.text)
    if (found && (ARGUMENTS_BEGIN.has(found.text) || !(separated || closed))) source.giveBack(found.text)
    const torn = found === undefined && source.ended
    const head = separated || closed || torn ? grammar.head(text, reading.tools) : undefined
    if (head === undefined || (torn && head.name === '')) {
      // The opener was only mentioned: what follows it is read again, as prose.
      const rest = source.takeRecord().slice(opening.text.length)
      write.text(opening.text)
      source.unread(rest)
      return false
    }
    const call = write.call()
    if (torn) {
      call.broken(source.takeRecord(), unreadable(say('call.before-arguments')))
      return true
    }
    if (head.id !== undefined) call.id(head.id)
    call.name(head.name)
    if (closed) call.end(source.takeRecord())
    else yield* readArguments(reading, call, { opener: source.recorded, closers, tails, barriers: openers })
    return true
  }
}

/** The arguments and what closes the call. What was read of it so far is the opener of `bounds`. */
export function* readArguments(reading: Reading, call: CallWriter, bounds: Bounds): Step {
  const { source } = reading
  try {
    yield* skipSpace(source)
    const unseen = yield* skipUnseen(reading)
    if (unseen) call.flaw(unseen)
    const fenced = (yield* take(source, FENCE)) !== undefined
    yield* skipSpace(source)
    const next = yield* peek(source)
    if (next === '') throw new Damage(say('call.before-arguments'))
    if (!(yield* closesHere(reading, bounds))) yield* readInput(source, call)
    yield* skipSpace(source)
    if (fenced) yield* take(source, FENCE_END)
    yield* closeBlock(reading, bounds, call)
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    yield* salvageInput(reading, call, { ...bounds, problem: error.sentence })
  }
}

/** A call that closes where its arguments should begin has none. */
function* closesHere({ source }: Reading, { closers }: Bounds): Step<boolean> {
  const closer = yield* take(source, new MarkSet(closers))
  if (closer === undefined) return false
  source.giveBack(closer)
  return true
}

function* salvageInput(reading: Reading, call: CallWriter, damage: Bounds & { readonly problem: Sentence }): Step {
  const { text, closed, flaw } = yield* endDamaged(reading, damage)
  if (flaw) call.flaw(flaw)
  if (!closed || !reading.forms?.mended?.input(call, { ...damage, text })) call.broken(text, unreadable(damage.problem))
}

export interface NamedRun extends NamedCalls {
  /** What stands directly behind the name of a call that has no opener of its own. */
  readonly nameEnds: readonly string[]
}

/** Reads the calls behind an opener, which is not always repeated: `[TOOL_CALLS]a[ARGS]{}b[ARGS]{}`. */
export function namedRun(grammar: NamedRun): (reading: Reading, opening: Pick<Opening, 'text'>) => Step {
  const read = namedCallReader(grammar)
  return function* (reading, opening) {
    yield* read(reading, opening)
    while ((yield* nameAhead(reading.source, grammar.nameEnds)) !== '' && (yield* read(reading, { text: '' })));
  }
}
