import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { say } from '../../canonical/words.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { Damage } from '../../engine/damage.ts'
import { peek, type Step } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import { JsonInText } from './json-in-text.ts'
import { readObject, readValue, readWholeText } from './read-json.ts'

/** Models agree that a call has a name and arguments, and on little else. */
export const NAME_KEYS: readonly string[] = ['name', 'tool', 'tool_name', 'function_name', 'action', 'recipient_name']
export const INPUT_KEYS: readonly string[] = ['arguments', 'parameters', 'args', 'params', 'input', 'tool_input', 'action_input']
export const ID_KEYS: readonly string[] = ['id', 'tool_call_id', 'call_id']
export const WRAPPER_KEYS: readonly string[] = ['function', 'tool_call', 'function_call']
/** What else may stand in a call and says nothing. */
export const OTHER_KEYS: readonly string[] = [...NAME_KEYS, ...ID_KEYS, ...WRAPPER_KEYS, 'type', 'index']

/** `{"name": …, "arguments": {…}}` in any of its spellings; the arguments go to the call as they arrive. */
function* readCallObject(source: Source, call: CallWriter, wrapped = false): Step {
  const seen = new Set<string>()
  let given = false
  let lost: string | undefined
  yield* readObject(source, function* (key) {
    const first = yield* peek(source)
    const wraps = WRAPPER_KEYS.includes(key)
    if (seen.has(key) && !ID_KEYS.includes(key)) throw new Damage(say('call.twice', { key }))
    seen.add(key)
    if ((wraps || NAME_KEYS.includes(key)) && first === '"') call.name(yield* readWholeText(source))
    else if (ID_KEYS.includes(key) && first === '"') call.id(yield* readWholeText(source))
    else if (INPUT_KEYS.includes(key)) {
      given = true
      if (call.hasInput) yield* readOtherInput(source, call, key)
      else yield* readInput(source, call)
    } else if (wraps && first === '{' && !wrapped) {
      given = true
      yield* readCallObject(source, call, true)
    } else {
      if (!OTHER_KEYS.includes(key)) lost ??= key
      yield* readValue(source)
    }
  })
  // Arguments that stand where nobody looks for them are not left out in silence.
  if (lost !== undefined && !given && call.knownName !== undefined)
    throw new Damage(say('call.arguments-elsewhere', { key: lost }))
}

/** Two keys for the arguments: nobody can tell which of them are meant, unless they say the same. */
function* readOtherInput(source: Source, call: CallWriter, key: string): Step {
  let other = ''
  yield* readInput(source, { input: (text) => (other += text) })
  if (other !== '' && !call.again(other)) throw new Damage(say('call.arguments-differ', { key }))
}

/** Where arguments go, piece by piece, as JSON text. */
interface InputSink {
  input(text: string): void
}

/** The arguments: an object, an object written into a string, or nothing. */
export function* readInput(source: Source, call: InputSink): Step {
  const first = yield* peek(source)
  if (first === '{') yield* readValue(source, (text) => call.input(text))
  else if (first === '"') yield* readInputInString(source, call)
  else if (first === 'n') yield* readValue(source)
  else throw new Damage(say('call.no-object'))
}

function* readInputInString(source: Source, call: InputSink): Step {
  const { problem } = yield* source.run(new JsonInText((text) => call.input(text)))
  if (problem !== undefined) throw new Damage(problem)
}

/** How the JSON of a dialect says which tool is called, and with what. */
export interface CallShape {
  /** Reads one call. */
  read(source: Source, call: CallWriter): Step
  /** The calls in a value that was read as a whole, after mending. Absent: by a name and arguments. */
  readonly inValue?: CallsIn
}

/** The calls in a value; `mend` reads what was written into a string. */
export type CallsIn = (value: JsonValue, mend: (text: string) => JsonValue | undefined) => readonly CallParts[]

export interface CallParts {
  readonly id?: string
  readonly name: string
  readonly input: JsonObject
}

/** `{"name": …, "arguments": …}`, by whatever keys. */
export const usualShape: CallShape = { read: readCallObject }
