import type { ToolSpec } from '../../canonical/message.ts'
import { literalMark, type Mark, MarkSet, MORE, NO } from '../../engine/marks.ts'
import { type Step, take } from '../../engine/readers.ts'
import { SPACE, sequenceMark } from '../../engine/sequence-mark.ts'
import type { Reading } from '../reading/reading.ts'
import { splitCall } from '../reading/salvage.ts'
import { LOST, lostName, lostParameters } from './lost-parameters.ts'
import type { TaggedMarks, TagShape } from './tagged-shape.ts'
import { type Meaning, TaggedValue, type ValueEnds, type ValueMark, valueEnds } from './tagged-value.ts'

/** What is left of a call that went wrong. */
export interface Broken {
  readonly text: string
  /** What opens the next call of the block, read already. Absent: there is none. */
  readonly next?: string | undefined
  /** Whether it broke off with the text: then nobody knows what of the rest belongs to it. */
  readonly torn?: boolean
}

/** Tells calls that a value shows from those that begin before the last one was closed. */
interface InnerCalls {
  /** Reads a value; no mark of a whole call inside of it ends it. Says what parameters begin in it outside of such calls. */
  value(
    marks: TaggedMarks,
    sink: (text: string) => void,
    onParameter: (name: string) => void,
  ): TaggedValue & { readonly entangled: boolean }
  /** The same for values in elements that are named like parameters, in a call named like a tool. */
  element(list: readonly ValueMark[], tools: readonly ToolSpec[], sink: (text: string) => void): TaggedValue
  /** Ends a call at the first one that begins inside of it, `begun` characters on. That one is offered, and what follows it. */
  split(reading: Reading, marks: TaggedMarks, broken: { readonly begun: number; readonly torn: boolean }): Step<Broken>
}

export const innerCalls: InnerCalls = {
  value: (marks, sink, onParameter) =>
    new QuotingValue(levelsOf(marks), sink, (text) => onParameter(lostName(text, marks.parameter))),
  element(list, tools, sink) {
    const open = tools.map(({ name }) => sequenceMark(name, [`<${name}>`, SPACE, '<']))
    const close = tools.map(({ name }) => `</${name}>`)
    return new QuotingValue({ levels: [{ open, close }], ends: valueEnds([...list, { marks: [...open, ...close] }]) }, sink)
  },
  *split(reading, marks, { begun, torn }) {
    const text = yield* splitCall(reading, begun, levelsOf(marks).openings)
    return { text, torn, next: torn ? undefined : yield* take(reading.source, marks.callOpen) }
  },
}

interface Level {
  readonly open: readonly Mark[]
  readonly close: readonly string[]
}

interface Levels {
  /** The block, if there is one, and the call. */
  readonly levels: readonly Level[]
  readonly ends: ValueEnds
  readonly openings: MarkSet
}

const known = new WeakMap<TaggedMarks, Levels>()

function levelsOf(marks: TaggedMarks): Levels {
  const found = known.get(marks)
  if (found) return found
  const { block, call, parameter, noise = [] } = marks
  const levels = [
    ...(block ? [{ open: openings(block.open, /^\s*/, [...call.open, ...noise]), close: block.close }] : []),
    { open: openings(call.open, quotedHead(call), [...parameter.open, ...call.close, ...call.headEnd]), close: call.close },
  ]
  const open = levels.flatMap((level) => level.open)
  const inside = [...open, ...levels.flatMap(({ close }) => close), ...lostParameters(marks)]
  const ends = valueEnds([...marks.value.list, { marks: inside }])
  const made = { levels, ends, openings: new MarkSet(open) }
  known.set(marks, made)
  return made
}

/**
 * A value that may show whole calls:
 *
 *     <parameter=content>Write <function=ping></function> and wait.</parameter>
 *                              ^^^^^^^^^^^^^^^^^^^^^^^^^^            belongs to the value
 */
class QuotingValue extends TaggedValue {
  readonly #levels: readonly Level[]
  /** How many elements are open inside the value, level by level. */
  readonly #open: number[]
  #called = false
  #ended = false

  constructor(
    { levels, ends }: Omit<Levels, 'openings'>,
    sink: (text: string) => void,
    onLost: (text: string) => void = () => {},
  ) {
    super(ends, sink, (id, meaning, text) => {
      if (id !== LOST) return this.#isInner(id, meaning)
      if (this.#open.every((count) => count === 0)) onLost(text)
      return true
    })
    this.#levels = levels
    this.#open = levels.map(() => 0)
  }

  /** Whether another call begins inside the value, and its block ends before it is closed: nobody knows whose call that is. */
  get entangled(): boolean {
    return this.#called && this.#ended && this.end === 'cut'
  }

  #isInner(id: string, { last }: Meaning): boolean {
    this.#ended = last === true
    for (const [level, { open, close }] of this.#levels.entries()) {
      const count = this.#open[level] ?? 0
      if (open.some((mark) => mark.id === id)) {
        this.#open[level] = count + 1
        this.#called ||= level > 0
        return true
      }
      if (count > 0) {
        if (close.includes(id)) this.#open[level] = count - 1
        return level === 0 || !last
      }
    }
    return false
  }
}

/** No head of a call that a value quotes is longer. */
const MOST_HEAD = 160

/** The rest of a call's opening tag, which names a tool, and white space. */
function quotedHead({ attribute, headEnd }: TagShape): RegExp {
  const name = attribute === undefined ? '[^<>\\s]+' : `[^<>\\n]*${attribute}=[^<>\\n]*`
  return new RegExp(`^${name}${headEnd.includes('>') ? '>' : ''}\\s*`)
}

/** Marks that open an element, if its head and then one of `next` follow: a mere mention opens nothing. */
function openings(opens: readonly string[], rest: RegExp, next: readonly string[]): readonly Mark[] {
  const tags = new MarkSet(next.filter((mark) => mark.length > 1))
  return opens.map((open) => {
    const literal = literalMark(open)
    return {
      ...literal,
      reach: open.length + MOST_HEAD,
      match(text, at, ended) {
        const length = literal.match(text, at, ended)
        if (length < 0) return length
        const ahead = text.slice(at + length, at + length + MOST_HEAD)
        if (!/[\n<>]/.test(ahead)) return ahead.length < MOST_HEAD ? MORE : NO
        const head = rest.exec(ahead)?.[0]
        if (head === undefined) return NO
        if (head === ahead) return head.length < MOST_HEAD ? MORE : NO
        const found = tags.matchAt(text, at + length + head.length, ended)
        return found === MORE || found === NO ? found : length
      },
    }
  })
}
