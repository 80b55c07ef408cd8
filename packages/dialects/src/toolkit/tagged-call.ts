import type { Flaw } from '../canonical/part.ts'
import type { CallWriter } from './call-writer.ts'
import { Damage } from './damage.ts'
import { InputWriter } from './input-writer.ts'
import { MarkSet } from './marks.ts'
import { type Step, take } from './read-json.ts'
import { UntilMark } from './readers.ts'
import type { Reading } from './reading.ts'
import { type JsonType, parameterSchema, typesOf } from './schema-types.ts'
import { skipNoise } from './skip-noise.ts'
import type { Head } from './tag-head.ts'
import type { TaggedMarks } from './tagged-shape.ts'
import { TaggedValue } from './tagged-value.ts'
import { Trimmed } from './trimmed.ts'

const UNCLOSED_VALUE: Flaw = { id: 'parameter-unclosed', message: 'A parameter was not closed before the next one began.' }
const UNCLOSED_CALL: Flaw = { id: 'call-unclosed', message: 'The call was not closed before its block was.' }

interface Within {
  readonly reading: Reading
  readonly call: CallWriter
  readonly input: InputWriter
  readonly shape: TaggedMarks
  readonly tool: string
}

/** One call, from behind its head to behind its closing mark. */
export function* readTaggedCall(reading: Reading, call: CallWriter, shape: TaggedMarks, head: Head): Step {
  const id = shape.idAttribute === undefined ? undefined : head.attributes.get(shape.idAttribute)
  if (id !== undefined) call.id(id)
  call.name(head.name)
  const input = new InputWriter(call)
  if (!head.selfClosed) yield* readParameters({ reading, call, input, shape, tool: head.name })
  input.close()
}

function* readParameters(within: Within): Step {
  const { call, input, shape, reading } = within
  const { source } = reading
  for (;;) {
    const next = yield* skipNoise(source, shape.noiseMarks)
    if ((yield* take(source, shape.callClose)) !== undefined) return
    if ((yield* take(source, shape.parameterOpen)) !== undefined) yield* readParameter(within)
    else if (next === '{' && input.isEmpty && reading.forms?.json) {
      yield* reading.forms.json.input(source, call)
      input.written()
    } else if (shape.blockClose && (yield* startsWith(within, shape.blockClose))) return call.flaw(UNCLOSED_CALL)
    else
      throw new Damage(
        next === ''
          ? 'it breaks off between its parameters'
          : `a parameter or the end of the call is expected before \`${next}\``,
      )
  }
}

function* readParameter(within: Within): Step {
  const { input, shape, tool, reading } = within
  const head = yield* shape.parameterHead.read(reading.source)
  if (head === undefined || head.name === '') throw new Damage('a parameter has no name')
  const schema = parameterSchema(reading.tools, tool, head.name)
  if (input.isEmpty && schema === undefined && shape.wrappers?.includes(head.name)) return yield* readWrapped(within, head)
  input.begin(head.name, valueTypes(shape.declaredType?.(head.attributes), typesOf(schema)))
  if (!head.selfClosed) yield* readContent(within, head.name, input.raw)
  input.end()
}

/** Some models put all arguments, as one JSON object, into a parameter of their own making. */
function* readWrapped(within: Within, head: Head): Step {
  let text = ''
  yield* readContent(within, head.name, (piece) => (text += piece))
  within.input.whole(head.name, text)
}

function* readContent(within: Within, name: string, raw: (text: string) => void): Step {
  const { shape, call, reading } = within
  const { source } = reading
  const required = shape.parameter.contentOpen !== undefined
  if (required) yield* skipNoise(source, shape.noiseMarks)
  const opened = shape.contentOpen && (yield* take(source, shape.contentOpen))
  if (required && opened === undefined) throw new Damage(`the parameter \`${name}\` has no value`)
  const sink = shape.space === 'trim' ? new Trimmed(raw).push : raw
  if (shape.cdata) yield* readCdata(reading, sink)
  const { end } = yield* source.run(new TaggedValue(shape.value, sink))
  if (end === 'torn') throw new Damage(`the parameter \`${name}\` breaks off`)
  if (end === 'cut') call.flaw(UNCLOSED_VALUE)
}

const CDATA_OPEN = new MarkSet(['<![CDATA['])
const CDATA_CLOSE = new MarkSet([']]>'])

/** `<![CDATA[…]]>`, as often as it stands there: `]]>` itself is written by ending one and beginning another. */
function* readCdata({ source }: Reading, sink: (text: string) => void): Step {
  while ((yield* take(source, CDATA_OPEN)) !== undefined) {
    const { found } = yield* source.run(new UntilMark(CDATA_CLOSE, sink))
    if (found === undefined) throw new Damage('a CDATA section is never closed')
  }
}

const ANY_JSON: ReadonlySet<JsonType> = new Set(['number', 'integer', 'boolean', 'null', 'object', 'array', 'string'])
const STRING: ReadonlySet<JsonType> = new Set(['string'])

/** What the value says of itself counts where the schema allows it; a declared string stays one. */
function valueTypes(declared: 'string' | 'json' | undefined, types: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  if (declared === undefined) return types
  if (declared === 'string') return types.size === 0 || types.has('string') ? STRING : types
  return types.size === 0 ? ANY_JSON : types
}

function* startsWith({ reading }: Within, marks: MarkSet): Step<boolean> {
  const found = yield* take(reading.source, marks)
  if (found === undefined) return false
  reading.source.giveBack(found)
  return true
}
