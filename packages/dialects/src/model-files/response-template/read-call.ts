import { numbersSurvive } from '../../canonical/exact-json.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import { say as sayOfCall } from '../../canonical/words.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { CLOSER_MISSING, Damage } from '../../engine/damage.ts'
import type { Step } from '../../engine/readers.ts'
import { TextPile } from '../../engine/source.ts'
import { readJsonBlock } from '../../shapes/json/json-block.ts'
import { readArguments } from '../../shapes/named/named-calls.ts'
import type { Reading } from '../../shapes/reading/reading.ts'
import { unreadable } from '../../shapes/reading/salvage.ts'
import { say } from '../words.ts'
import { bodyJson } from './body.ts'
import { type CallForm, functionOf } from './call-form.ts'
import { lookAheadIn } from './pattern/look-ahead.ts'
import { type Found, PatternSet, UntilPattern } from './pattern/until-pattern.ts'
import type { Field } from './template.ts'
import { applyTransform, pathOf } from './transform.ts'

/** Reads the calls of one region, from behind what opened it. */
export type CallReader = (reading: Reading, opening: Found<unknown>) => Step

export function callReader(field: Field, form: CallForm): CallReader {
  // Without a closing mark only the next call can end it.
  const barriers = field.open?.spellings ?? []
  if (form.as === 'json') return (reading, { text }) => readJsonBlock(reading, { opener: text, closers: form.closers, barriers })
  if (form.as === 'named')
    return function* (reading, { text, groups }) {
      reading.source.record(text)
      const call = reading.write.call()
      call.name(groups.get(form.group) ?? '')
      yield* readArguments(reading, call, { opener: text, closers: form.closers, barriers })
    }
  const closing = new PatternSet(field.close ? [{ pattern: field.close, means: 'close' }] : [])
  return (reading, opening) => readBody(reading, opening, { field, closing, group: form.group })
}

interface WholeCall {
  readonly field: Field
  readonly closing: PatternSet<string>
  readonly group: string | undefined
}

function* readBody(reading: Reading, { text, groups }: Found<unknown>, { field, closing, group }: WholeCall): Step {
  const { source, write } = reading
  source.record(text)
  const call = write.call()
  const name = group === undefined ? undefined : groups.get(group)
  if (name !== undefined) call.name(name)
  const body = new TextPile()
  const { found } = yield* source.run(new UntilPattern(closing, (piece) => body.add(piece), lookAheadIn(source)))
  const ended = source.takeRecord()
  try {
    if (found === undefined && field.close) {
      // Elements that were cut off would only be missing; JSON tells whether it is whole.
      if (field.content.as !== 'json') throw new Damage(say('call.before-close'))
      call.flaw(CLOSER_MISSING)
    }
    const context = { tools: reading.tools, tool: name, mend: (damaged: string) => call.mend(damaged)?.text }
    const json = bodyJson(body.text, field.content, context)
    const captured = Object.fromEntries([...groups, ...(found?.groups ?? [])])
    const [first, ...others] = callsIn(json, field, captured)
    if (first === undefined) throw new Damage(say('call.holds-none'))
    writeCall(call, first, ended)
    for (const other of others) writeCall(write.call(), other, '')
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    call.broken(ended, unreadable(error.sentence))
  }
}

interface CallText {
  readonly name: string
  readonly id?: string
  /** JSON text of an object. */
  readonly input: string
}

function writeCall(call: CallWriter, { name, id, input }: CallText, source: string): void {
  if (id !== undefined) call.id(id)
  call.name(name)
  call.input(input)
  call.end(source)
}

/** The calls that the transform makes of a body. */
function callsIn(json: string, { transform = '{content}', each }: Field, captured: JsonObject): readonly CallText[] {
  const called = functionOf(transform)
  const value = JSON.parse(json) as JsonValue
  if (!each && isJsonObject(called) && pathOf(called['arguments'])?.join('.') === 'content')
    return [{ ...named(applyTransform({ ...called, arguments: {} }, { ...captured, content: value })), input: json }]
  if (!numbersSurvive(json)) throw new Damage(say('call.digits'))
  if (each && !Array.isArray(value)) throw new Damage(say('call.list-expected'))
  const scopes =
    each && Array.isArray(value) ? value.map((item) => ({ ...captured, ...objectOf(item) })) : [{ ...captured, content: value }]
  return scopes.flatMap((scope) => {
    const made = applyTransform(transform, scope)
    return (Array.isArray(made) ? made : [made]).map((one) => {
      const { input, ...rest } = named(functionOf(one))
      return { ...rest, input: JSON.stringify(input) }
    })
  })
}

function objectOf(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Damage(say('call.object-expected'))
  return value
}

function named(value: JsonValue | undefined): { readonly name: string; readonly id?: string; readonly input: JsonObject } {
  const { name, id, arguments: input = {} } = objectOf(value)
  if (typeof name !== 'string') throw new Damage(sayOfCall('call.tool-missing'))
  return { name, ...(typeof id === 'string' && { id }), input: objectOf(input) }
}
