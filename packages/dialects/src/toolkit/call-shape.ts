import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../canonical/json.ts'
import type { CallWriter } from './call-writer.ts'
import { Damage } from './damage.ts'
import { JsonInText } from './json-in-text.ts'
import { peek, readObject, readValue, readWholeText, type Step } from './read-json.ts'
import type { Source } from './source.ts'

/** Models agree that a call has a name and arguments, and on little else. */
export const NAME_KEYS: readonly string[] = ['name', 'tool', 'tool_name', 'function_name', 'action', 'recipient_name']
export const INPUT_KEYS: readonly string[] = ['arguments', 'parameters', 'args', 'params', 'input', 'tool_input', 'action_input']
export const ID_KEYS: readonly string[] = ['id', 'tool_call_id', 'call_id']
export const WRAPPER_KEYS: readonly string[] = ['function', 'tool_call', 'function_call']

/** `{"name": …, "arguments": {…}}` in any of its spellings; the arguments go to the call as they arrive. */
function* readCallObject(source: Source, call: CallWriter, wrapped = false): Step {
  yield* readObject(source, function* (key) {
    const first = yield* peek(source)
    if (NAME_KEYS.includes(key) && first === '"') call.name(yield* readWholeText(source))
    else if (ID_KEYS.includes(key) && first === '"') call.id(yield* readWholeText(source))
    else if (INPUT_KEYS.includes(key) && !call.hasInput) yield* readInput(source, call)
    else if (WRAPPER_KEYS.includes(key) && first === '"') call.name(yield* readWholeText(source))
    else if (WRAPPER_KEYS.includes(key) && first === '{' && !wrapped) yield* readCallObject(source, call, true)
    else yield* readValue(source)
  })
}

/** The arguments: an object, an object written into a string, or nothing. */
export function* readInput(source: Source, call: CallWriter): Step {
  const first = yield* peek(source)
  if (first === '{') yield* readValue(source, (text) => call.input(text))
  else if (first === '"') yield* readInputInString(source, call)
  else if (first === 'n') yield* readValue(source)
  else throw new Damage('the arguments are not an object')
}

function* readInputInString(source: Source, call: CallWriter): Step {
  const { problem } = yield* source.run(new JsonInText((text) => call.input(text)))
  if (problem !== undefined) throw new Damage(problem)
}

/** How the JSON of a dialect says which tool is called, and with what. */
export interface CallShape {
  /** Reads one call. */
  read(source: Source, call: CallWriter): Step
  /** The calls in a value that was read as a whole, after mending. */
  inValue(value: JsonValue, mend: (text: string) => JsonValue | undefined): readonly CallParts[]
}

export interface CallParts {
  readonly id?: string
  readonly name: string
  readonly input: JsonObject
}

/** The calls in a value that was read as a whole: an object, a list of them, or a list under `tool_calls`. */
function callsInValue(value: JsonValue, mend: (text: string) => JsonValue | undefined): readonly CallParts[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => callInValue(item, mend) ?? [])
  if (!isJsonObject(value)) return []
  const listed = ownValue(value, 'tool_calls')
  if (Array.isArray(listed)) return callsInValue(listed, mend)
  return callInValue(value, mend) ?? []
}

function callInValue(value: JsonValue, mend: (text: string) => JsonValue | undefined): readonly CallParts[] | undefined {
  if (!isJsonObject(value)) return undefined
  const wrapper = find(value, WRAPPER_KEYS)
  const inner = isJsonObject(wrapper) ? wrapper : value
  const name = find(inner, NAME_KEYS) ?? (typeof wrapper === 'string' ? wrapper : undefined)
  if (typeof name !== 'string' || name === '') return undefined
  const input = inputValue(find(inner, INPUT_KEYS), mend)
  if (input === undefined) return undefined
  const id = find(value, ID_KEYS)
  return [{ name, input, ...(typeof id === 'string' && { id }) }]
}

/** Arguments that were written into a string, once or twice, are taken out of it. */
function inputValue(value: JsonValue | undefined, mend: (text: string) => JsonValue | undefined): JsonObject | undefined {
  if (value === undefined || value === null || value === '') return {}
  if (isJsonObject(value)) return value
  if (typeof value !== 'string') return undefined
  const once = mend(value)
  const twice = typeof once === 'string' ? mend(once) : once
  return isJsonObject(twice) ? twice : undefined
}

function find(object: JsonObject, keys: readonly string[]): JsonValue | undefined {
  for (const key of keys) {
    const value = ownValue(object, key)
    if (value !== undefined) return value
  }
  return undefined
}

/** `{"name": …, "arguments": …}`, by whatever keys. */
export const usualShape: CallShape = { read: readCallObject, inValue: callsInValue }

/** `{"find_book": {"title": "Momo"}}`: the key is the tool. */
export const keyedShape: CallShape = {
  *read(source, call) {
    yield* readObject(source, function* (key) {
      if (call.knownName !== undefined) throw new Damage('it names more than one tool')
      call.name(key)
      yield* readInput(source, call)
    })
  },
  inValue: (value, mend) =>
    (Array.isArray(value) ? value : [value]).flatMap((item: JsonValue) =>
      isJsonObject(item)
        ? Object.entries(item).flatMap(([name, given]) => {
            const input = inputValue(given, mend)
            return name === '' || input === undefined ? [] : [{ name, input }]
          })
        : [],
    ),
}
