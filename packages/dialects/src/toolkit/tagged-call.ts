import type { Flaw } from '../canonical/part.ts'
import { readInput } from './call-shape.ts'
import type { CallWriter } from './call-writer.ts'
import { Damage } from './damage.ts'
import { InputWriter } from './input-writer.ts'
import { type MarkLike, MarkSet } from './marks.ts'
import { peekSolid, type Step, skipSpace, take } from './read-json.ts'
import { UntilMark } from './readers.ts'
import type { Reading } from './reading.ts'
import { parameterSchema, typesOf } from './schema-types.ts'
import { attributesOf } from './tag.ts'
import { TaggedValue } from './tagged-value.ts'

/** How an element is written. */
export interface TagShape {
  /** `<invoke`, `<parameter=`, `<arg_key>` */
  readonly open: readonly string[]
  /** Where the head, which holds the name, is over: `>`, `</arg_key>`. */
  readonly headEnd: readonly MarkLike[]
  /** The attribute that holds the name; absent when the head is the name. */
  readonly attribute?: string
  /** What stands between the head and the content, if anything: `<arg_value>`. */
  readonly contentOpen?: string
  readonly close: readonly string[]
}

export interface TaggedShape {
  readonly call: TagShape
  readonly parameter: TagShape
  /** `newline`: one line break at each end of a value belongs to the markup. */
  readonly space: 'newline' | 'keep' | 'trim'
  /** The attribute that says whether a value is a string, where the dialect has one. */
  readonly typeAttribute?: (attributes: ReadonlyMap<string, string>) => 'string' | 'json' | undefined
}

/** A shape with its mark sets made once. */
export interface TaggedMarks extends TaggedShape {
  /** What ends the block around the calls. */
  readonly blockClose: readonly string[]
  readonly sets: {
    readonly callHead: MarkSet
    readonly callClose: MarkSet
    readonly parameterOpen: MarkSet
    readonly parameterHead: MarkSet
    readonly contentOpen: MarkSet
    readonly value: { readonly closers: MarkSet; readonly followers: MarkSet; readonly cuts: MarkSet }
    readonly blockClose: MarkSet
  }
}

export function taggedMarks(shape: TaggedShape, blockClose: readonly string[]): TaggedMarks {
  const { call, parameter, space } = shape
  const breaks = space === 'newline' ? ['\n', '\r\n'] : []
  return {
    ...shape,
    blockClose,
    sets: {
      callHead: new MarkSet(call.headEnd),
      callClose: new MarkSet(call.close),
      parameterOpen: new MarkSet(parameter.open),
      parameterHead: new MarkSet(parameter.headEnd),
      contentOpen: new MarkSet(parameter.contentOpen === undefined ? breaks : [parameter.contentOpen]),
      value: {
        closers: new MarkSet(parameter.close.flatMap((close) => [close, ...breaks.map((line) => line + close)])),
        followers: new MarkSet([...parameter.open, ...call.close, ...blockClose]),
        cuts: new MarkSet([
          ...parameter.open.map((open) => `\n${open}`),
          ...call.close.map((close) => `\n${close}`),
          ...blockClose,
        ]),
      },
      blockClose: new MarkSet(blockClose),
    },
  }
}

const UNCLOSED_VALUE: Flaw = { id: 'parameter-unclosed', message: 'A parameter was not closed before the next one began.' }
const UNCLOSED_CALL: Flaw = { id: 'call-unclosed', message: 'The call was not closed before its block was.' }

/** One call, from behind its opening mark to behind its closing one. */
export function* readTaggedCall(reading: Reading, call: CallWriter, shape: TaggedMarks): Step {
  const { source } = reading
  const head = yield* readHead(reading, shape.call, shape.sets.callHead)
  call.name(head.name)
  const input = new InputWriter(call)
  if (head.selfClosed) return input.close()
  for (;;) {
    const next = yield* peekSolid(source)
    if ((yield* take(source, shape.sets.callClose)) !== undefined) break
    if ((yield* take(source, shape.sets.parameterOpen)) !== undefined)
      yield* readParameter(reading, { call, input, shape, tool: head.name })
    else if (next === '{' && !input.hasKeys && !call.hasInput) {
      yield* readInput(source, call)
      yield* skipSpace(source)
      if ((yield* take(source, shape.sets.callClose)) === undefined) call.flaw(UNCLOSED_CALL)
      return
    } else if (shape.blockClose.length > 0 && (yield* startsWith(reading, shape.sets.blockClose))) {
      call.flaw(UNCLOSED_CALL)
      break
    } else
      throw new Damage(
        next === ''
          ? 'it breaks off between its parameters'
          : `a parameter or the end of the call is expected before \`${next}\``,
      )
  }
  input.close()
}

interface Within {
  readonly call: CallWriter
  readonly input: InputWriter
  readonly shape: TaggedMarks
  readonly tool: string
}

function* readParameter(reading: Reading, { call, input, shape, tool }: Within): Step {
  const { source, tools } = reading
  const head = yield* readHead(reading, shape.parameter, shape.sets.parameterHead)
  if (head.name === '') throw new Damage('a parameter has no name')
  const declared = shape.typeAttribute?.(head.attributes)
  const schema = parameterSchema(tools, tool, head.name)
  input.begin(head.name, declared === 'string' ? new Set(['string']) : declared === 'json' ? anyType(schema) : typesOf(schema))
  if (!head.selfClosed) {
    if (shape.parameter.contentOpen !== undefined) yield* skipSpace(source)
    yield* take(source, shape.sets.contentOpen)
    const trim = shape.space === 'trim' ? new Trimmed(input.raw) : undefined
    const { end } = yield* source.run(new TaggedValue(shape.sets.value, trim ? trim.push : input.raw))
    if (end === 'torn') throw new Damage(`the parameter \`${head.name}\` breaks off`)
    if (end === 'cut') call.flaw(UNCLOSED_VALUE)
  }
  input.end()
}

/** What is declared to be JSON may be any value that the schema does not forbid. */
function anyType(schema: Parameters<typeof typesOf>[0]): ReturnType<typeof typesOf> {
  const types = typesOf(schema)
  const some = [...types].filter((type) => type !== 'string')
  return new Set(some.length > 0 ? types : ['number', 'integer', 'boolean', 'null', 'object', 'array', 'string'])
}

interface Head {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly selfClosed: boolean
}

const MOST_HEAD = 4096

/** The rest of an opening tag: its name, its attributes. */
function* readHead({ source }: Reading, shape: TagShape, ends: MarkSet): Step<Head> {
  let text = ''
  const { found } = yield* source.run(new UntilMark(ends, (piece) => (text += text.length > MOST_HEAD ? '' : piece)))
  if (found === undefined) throw new Damage('it breaks off inside a tag')
  if (text.length > MOST_HEAD) throw new Damage('a tag is too long')
  const selfClosed = found.text === '>' && text.endsWith('/')
  const head = selfClosed ? text.slice(0, -1) : text
  const attributes = attributesOf(head)
  const name = shape.attribute === undefined ? head.trim() : (attributes.get(shape.attribute) ?? '')
  return { name: name.replace(/^(["'])(.*)\1$/s, '$2'), attributes, selfClosed }
}

/** Whether one of `marks` stands here; it is not read. */
function* startsWith({ source }: Reading, marks: MarkSet): Step<boolean> {
  const found = yield* take(source, marks)
  if (found === undefined) return false
  source.giveBack(found)
  return true
}

/** Passes on text without the white space at its ends. */
class Trimmed {
  readonly #sink: (text: string) => void
  #space = ''
  #begun = false

  constructor(sink: (text: string) => void) {
    this.#sink = sink
  }

  readonly push = (text: string): void => {
    const all = this.#space + (this.#begun ? text : text.trimStart())
    const solid = all.trimEnd()
    this.#space = all.slice(solid.length)
    if (solid === '') {
      if (!this.#begun) this.#space = ''
      return
    }
    this.#begun = true
    this.#sink(solid)
  }
}
