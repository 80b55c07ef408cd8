import { flaw } from '../../canonical/flaws.ts'
import type { Flaw } from '../../canonical/part.ts'
import { say } from '../../canonical/words.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { CLOSER_MISSING, Damage, Entangled, INTERRUPTED } from '../../engine/damage.ts'
import { endOfPath } from '../../engine/known-tool.ts'
import { MarkSet } from '../../engine/marks.ts'
import { type Step, skipNoise, take } from '../../engine/readers.ts'
import type { Reading } from '../reading/reading.ts'
import { InputWriter } from '../values/input-writer.ts'
import { parameterSchema, typesOf } from '../values/schema-types.ts'
import { innerCalls } from './inner-calls.ts'
import type { Head } from './tag-head.ts'
import type { TaggedMarks } from './tagged-shape.ts'

const UNCLOSED_VALUE: Flaw = flaw('parameter-unclosed')
const UNCLOSED_CALL: Flaw = flaw('call-unclosed')

interface Within {
  readonly reading: Reading
  readonly call: CallWriter
  readonly input: InputWriter
  readonly shape: TaggedMarks
  readonly tool: string
  readonly given: Set<string>
  /** The parameter that was read last, if it was not closed. */
  unclosed?: string | undefined
}

/** One call, from behind its head to behind its closing mark. */
export function* readTaggedCall(reading: Reading, call: CallWriter, shape: TaggedMarks, head: Head): Step {
  const id = shape.idAttribute === undefined ? undefined : head.attributes.get(shape.idAttribute)
  if (id !== undefined) call.id(id)
  const tool = shape.paths ? endOfPath(head.name, reading.tools) : head.name
  call.name(tool)
  const input = new InputWriter(call, shape.literal)
  if (!head.selfClosed) yield* readParameters({ reading, call, input, shape, tool, given: new Set() })
  input.close()
}

function* readParameters(within: Within): Step {
  const { call, input, shape, reading } = within
  const { source } = reading
  for (;;) {
    const next = yield* skipNoise(source, shape.noiseMarks)
    if (shape.block === undefined) yield* wantEnd(within, shape.callClose)
    if ((yield* take(source, shape.callClose)) !== undefined) return
    if ((yield* take(source, shape.parameterOpen)) !== undefined) yield* readParameter(within)
    else if (next === '{' && input.isEmpty && reading.forms?.json) {
      yield* reading.forms.json.input(source, call)
      input.written()
      if (yield* endsUnclosed(within)) return call.flaw(CLOSER_MISSING)
    } else if (yield* startsWith(within, shape.blockClose)) {
      yield* wantEnd(within, shape.blockClose)
      return call.flaw(UNCLOSED_CALL)
    } else if (yield* startsWith(within, shape.callOpen)) throw new Damage(INTERRUPTED)
    else throw new Damage(next === '' ? say('call.between-parameters') : say('call.parameter-or-end', { next }))
  }
}

/** Whether the answer ends here, or another call begins: JSON says itself that it is whole. */
function* endsUnclosed(within: Within): Step<boolean> {
  const { reading, shape } = within
  if (shape.block !== undefined) return false
  const before = reading.source.recorded.length
  const ended = (yield* skipNoise(reading.source, shape.noiseMarks)) === '' || (yield* startsWith(within, shape.callOpen))
  reading.source.giveBack(reading.source.recorded.slice(before))
  return ended
}

function* readParameter(within: Within): Step {
  const { call, input, shape, tool, reading } = within
  const head = yield* shape.parameterHead.read(reading.source)
  if (head === undefined || head.name === '') throw new Damage(say('call.parameter-nameless'))
  const schema = parameterSchema(reading.tools, tool, head.name)
  // It may be a line of the value before it, which must not be cut there.
  if (within.unclosed !== undefined && (schema === undefined || within.given.has(head.name)))
    throw new Damage(say('call.begins-inside', { name: head.name, outer: within.unclosed }))
  within.given.add(head.name)
  within.unclosed = undefined
  if (input.isEmpty && schema === undefined && shape.wrappers?.names.includes(head.name)) {
    let text = ''
    yield* readContent(within, head.name, (piece) => (text += piece))
    return shape.wrappers.write(call, input, head.name, text)
  }
  const types = typesOf(schema)
  input.begin(head.name, shape.typesByAttribute?.(head.attributes, types) ?? types)
  if (!head.selfClosed) yield* readContent(within, head.name, input.raw)
  input.end()
}

function* readContent(within: Within, name: string, raw: (text: string) => void): Step {
  const { shape, call, reading } = within
  const { source } = reading
  const required = shape.parameter.contentOpen !== undefined
  if (required) yield* skipNoise(source, shape.noiseMarks)
  const opened = yield* take(source, shape.contentOpen)
  if (required && opened === undefined) throw new Damage(say('call.parameter-empty', { name }))
  const whole = shape.cdata === undefined || (yield* shape.cdata(source, raw))
  const sink = whole ? raw : (): void => {}
  const parameter = (other: string): void => {
    if (parameterSchema(reading.tools, within.tool, other)) call.flaw(UNCLOSED_VALUE)
  }
  const value = innerCalls.value(shape, sink, parameter)
  const { end } = yield* source.run(value)
  // Where it should have ended was looked for as if it had been none.
  if (!whole) throw new Damage(say('call.cdata'))
  if (value.entangled) throw new Entangled(INTERRUPTED)
  if (end === 'torn') throw new Damage(say('call.parameter-breaks-off', { name }))
  if (end !== 'cut') return
  call.flaw(UNCLOSED_VALUE)
  within.unclosed = name
}

/** A mark that ends a value which was not closed may be a line of it, unless the answer ends there or calls go on. */
function* wantEnd(within: Within, close: MarkSet): Step {
  const { reading, shape, unclosed } = within
  const { source } = reading
  const before = source.recorded.length
  if (unclosed === undefined || (yield* take(source, close)) === undefined) return
  const next = yield* skipNoise(source, shape.noiseMarks)
  const goesOn = (yield* startsWith(within, shape.callOpen)) || (yield* startsWith(within, new MarkSet(shape.block?.open ?? [])))
  source.giveBack(source.recorded.slice(before))
  if (next !== '' && !goesOn) throw new Damage(say('call.parameter-unclosed', { name: unclosed }))
}

function* startsWith({ reading }: Within, marks: MarkSet): Step<boolean> {
  const found = yield* take(reading.source, marks)
  if (found === undefined) return false
  reading.source.giveBack(found)
  return true
}
