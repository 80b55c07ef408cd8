import { writeExactly } from '../../canonical/exact-numbers.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { SpokenCall } from '../../canonical/part.ts'
import { say } from '../../canonical/words.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { Damage } from '../../engine/damage.ts'
import { MarkSet } from '../../engine/marks.ts'
import { peekSolid, type Step, take, WordReader } from '../../engine/readers.ts'
import type { Reading } from '../reading/reading.ts'
import { type Bounds, endDamaged, unreadable } from '../reading/salvage.ts'
import { InputWriter } from '../values/input-writer.ts'
import { readPythonValue, want } from './python-value.ts'

const COMMA = new MarkSet([',', ';'])
const EQUALS = new MarkSet(['='])
const OPEN = new MarkSet(['[', '('])

/**
 * Calls as Python writes them, from where the first one's name begins: `find_book(title='Momo'), ping()`. `finish`
 * reads what stands behind the last one; `toolOf` takes off what the dialect adds to a tool's name.
 */
export function* readPythonCalls(
  reading: Reading,
  bounds: Bounds,
  finish: (last: CallWriter) => Step,
  toolOf: (name: string) => string = (name) => name,
): Step {
  const { source, write } = reading
  let call = write.call()
  let whole = false
  try {
    for (;;) {
      yield* readPythonCall(reading, call, toolOf)
      whole = true
      yield* take(source, COMMA)
      if (!/[\p{L}_]/u.test(yield* peekSolid(source))) break
      call.end(source.takeRecord())
      source.record('')
      call = write.call()
      whole = false
    }
    yield* finish(call)
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    if (whole) call.end(source.takeRecord())
    else call.broken((yield* endDamaged(reading, bounds)).text, unreadable(error.sentence))
  }
}

function* readPythonCall(reading: Reading, call: CallWriter, toolOf: (name: string) => string): Step {
  const { source } = reading
  yield* peekSolid(source)
  const { word } = yield* source.run(new WordReader())
  if (!/^[\p{L}_]/u.test(word)) throw new Damage(say('call.function-expected'))
  yield* want(source, '(')
  const tool = toolOf(word)
  call.name(tool)
  const input = new InputWriter(call)
  let byName = false
  for (let index = 0; (yield* peekSolid(source)) !== ')'; index++) {
    if (index > 0) {
      yield* want(source, ',')
      if ((yield* peekSolid(source)) === ')') break
    }
    byName = yield* readArgument(reading, { input, call, tool, index, byName })
  }
  yield* want(source, ')')
  yield* peekSolid(source)
  input.close()
}

interface Argument {
  readonly input: InputWriter
  readonly call: CallWriter
  readonly tool: string
  readonly index: number
  /** Whether the one before had a name: then this one must have one too. */
  readonly byName: boolean
}

/** `name=value`, or a value whose name is known by its place. Returns whether it had one. */
function* readArgument(reading: Reading, { input, call, tool, index, byName }: Argument): Step<boolean> {
  const { source } = reading
  const next = yield* peekSolid(source)
  const { word } = /[\p{L}_]/u.test(next) ? yield* source.run(new WordReader()) : { word: '' }
  const named = word !== '' && (yield* isNamed(reading))
  const key = named ? word : byName ? undefined : parameterAt(reading, tool, index)
  if (key === undefined) throw new Damage(say('call.argument-nameless', { place: index + 1 }))
  if (!named && word !== '') source.giveBack(word)
  input.start(key)
  yield* readPythonValue(source, (json) => call.input(json))
  return named
}

function* isNamed({ source }: Reading): Step<boolean> {
  yield* peekSolid(source)
  return (yield* take(source, EQUALS)) !== undefined
}

function parameterAt({ tools }: Reading, toolName: string, index: number): string | undefined {
  const properties = ownValue(tools.find(({ name }) => name === toolName)?.parameters ?? {}, 'properties')
  return isJsonObject(properties) ? Object.keys(properties)[index] : undefined
}

/** A list of calls may stand in brackets of its own. */
export function* takeListOpen({ source }: Reading): Step<boolean> {
  if ((yield* peekSolid(source)) !== '[') return false
  yield* take(source, OPEN)
  return true
}

/** Calls as Python would write them. */
export function formatPythonCalls(calls: readonly SpokenCall[]): readonly string[] {
  return calls.map((call) => `${call.name}(${writeExactly(call, pythonArguments)})`)
}

function pythonArguments(input: JsonObject): string {
  return Object.entries(input)
    .map(([key, value]) => `${key}=${pythonLiteral(value)}`)
    .join(', ')
}

function pythonLiteral(value: JsonValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => pythonLiteral(item)).join(', ')}]`
  if (isJsonObject(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}
