import { say } from '../canonical/words.ts'
import { CLOSER_MISSING, Damage, INTERRUPTED } from '../engine/damage.ts'
import { MarkSet } from '../engine/marks.ts'
import { type Step, skipSpace, take } from '../engine/readers.ts'
import { readElementCall } from '../shapes/elements/element-call.ts'
import type { ElementStyle } from '../shapes/elements/element-value.ts'
import { writeElements } from '../shapes/elements/elements.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { ENTANGLED, endInPlace, unreadable } from '../shapes/reading/salvage.ts'
import { shapeDialect } from '../shapes/shape-dialect.ts'
import { encodeAttribute } from '../shapes/tags/tag.ts'
import { HeadReader } from '../shapes/tags/tag-head.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'
import { WithoutMark } from '../shapes/values/text-filters.ts'

/** Stands before every tag of structure, so that no value can hold one by chance. */
const NAMESPACE = ']<]minimax[>['
const OPEN = `${NAMESPACE}<tool_call>`
const CLOSE = `${NAMESPACE}</tool_call>`
const INVOKE = `${NAMESPACE}<invoke `
const END = `${NAMESPACE}</invoke>`
const STYLE: ElementStyle = {
  before: NAMESPACE,
  entities: false,
  trim: false,
  omitsNull: true,
  filter: (sink) => new WithoutMark(NAMESPACE, sink),
}
const OPENERS = [OPEN]
const INVOKES = new MarkSet([INVOKE])
const OPENINGS = new MarkSet([INVOKE, OPEN])
const CLOSES = new MarkSet([CLOSE])
const HEAD = new HeadReader({ open: [INVOKE], headEnd: ['>'], attribute: 'name', close: [END] })

/**
 * Elements are named like parameters; lists repeat `<item>`, objects nest, what is null is left out. `·` is the token before every tag:
 *
 *     ·<tool_call>
 *     ·<invoke name="find_book">·<tags>·<item>kids·</item>·</tags>·</invoke>
 *     ·</tool_call>
 */
export const minimaxM3 = shapeDialect(
  {
    id: 'minimax-m3',
    title: 'MiniMax M3',
    speakers: ['MiniMax-M3'],
    results: { each: '<response>$result</response>', as: 'text', between: '\n', around: [']~b]tool\n', '[e~['] },
    lesson: {
      paragraphs: [
        '# Tools',
        '<tools>\n$tools\n</tools>',
        `To call tools, end your answer with this block. ${NAMESPACE} stands before every tag; elements are named like parameters, lists repeat <item>.`,
        `${OPEN}\n${INVOKE}name="tool_name">${NAMESPACE}<parameter_name>value${NAMESPACE}</parameter_name>${END}\n${CLOSE}`,
      ],
      tool: asObject,
      each: '<tool>$tool</tool>',
    },
    turns: [']~b]', '[e~['],
    reasoning: [{ open: '<mm:think>', close: '</mm:think>' }],
  },
  {
    marks: [OPEN, CLOSE, INVOKE, END, NAMESPACE],
    openers: OPENERS,
    format: (calls) =>
      `${OPEN}\n${calls.map((call) => `${INVOKE}name="${encodeAttribute(call.name)}">${writeElements(call, STYLE, '')}${END}\n`).join('')}${CLOSE}`,

    *parse(reading) {
      let opening = yield* reading.prose.until(OPENERS)
      while (opening) {
        yield* readBlock(reading)
        opening = yield* reading.prose.until(OPENERS)
      }
    },
  },
)

function* readBlock(reading: Reading): Step {
  const { source, write } = reading
  source.record(OPEN)
  yield* skipSpace(source)
  let invoke = yield* take(source, INVOKES)
  if (invoke === undefined) return write.text(source.takeRecord())
  while (invoke !== undefined) {
    const call = write.call()
    const begun = source.recorded.length
    try {
      const head = yield* HEAD.read(source)
      if (!head?.name) throw new Damage(say('call.tool-missing'))
      yield* readElementCall(reading, call, {
        tool: head.name,
        close: [END],
        next: [INVOKE],
        cuts: [INVOKE, OPEN, CLOSE],
        style: STYLE,
      })
      invoke = yield* nextCall(reading, () => call.flaw(CLOSER_MISSING))
      call.end(behindNothing(source.takeRecord(), invoke))
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      // The next one begins: there between two parameters, and otherwise perhaps inside of one.
      if (error.sentence === INTERRUPTED) source.giveBack(INVOKE)
      else if (yield* opensHere(reading)) write.doubt = ENTANGLED
      const text = yield* endInPlace(reading, { closers: [END, CLOSE], barriers: [INVOKE, OPEN], begun, openings: OPENINGS })
      source.record(text)
      invoke = text.endsWith(CLOSE) ? undefined : yield* nextCall(reading, () => {})
      call.broken(behindNothing(source.takeRecord(), invoke), unreadable(error.sentence))
    }
    if (invoke !== undefined) source.record(invoke)
  }
}

function* opensHere({ source }: Reading): Step<boolean> {
  const mark = yield* take(source, OPENINGS)
  source.giveBack(mark ?? '')
  return mark !== undefined
}

/** What opens the next call of the block, read already; undefined at the end of the block. */
function* nextCall({ source }: Reading, onMissing: () => void): Step<string | undefined> {
  yield* skipSpace(source)
  const invoke = yield* take(source, INVOKES)
  if (invoke === undefined && (yield* take(source, CLOSES)) === undefined) onMissing()
  return invoke
}

const behindNothing = (text: string, next: string | undefined): string => text.slice(0, text.length - (next?.length ?? 0))
