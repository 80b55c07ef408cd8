import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'
import { type CallParts, type CallsIn, ID_KEYS, INPUT_KEYS, NAME_KEYS, OTHER_KEYS, WRAPPER_KEYS } from './call-shape.ts'

/** The calls in a value that was read as a whole: an object, a list of them, or a list under `tool_calls`. */
export const callsInValue: CallsIn = (value, mend) => {
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
  const given = [...new Set([inner, value])]
    .flatMap((object) => INPUT_KEYS.map((key) => ownValue(object, key)))
    .filter((one) => one !== undefined)
  if (given.length === 0 && Object.keys(inner).some((key) => !OTHER_KEYS.includes(key) && !INPUT_KEYS.includes(key)))
    return undefined
  const input = onlyInput(given, mend)
  if (input === undefined) return undefined
  const id = find(value, ID_KEYS)
  return [{ name, input, ...(typeof id === 'string' && { id }) }]
}

/** Undefined when there are several that differ: nobody can tell which of them are meant. */
function onlyInput(given: readonly JsonValue[], mend: (text: string) => JsonValue | undefined): JsonObject | undefined {
  const [first, ...others] = given.filter((one) => one !== null)
  const input = inputValue(first, mend)
  const said = JSON.stringify(input)
  return others.every((other) => JSON.stringify(inputValue(other, mend)) === said) ? input : undefined
}

/** Arguments that were written into a string, once or twice, are taken out of it. */
export function inputValue(value: JsonValue | undefined, mend: (text: string) => JsonValue | undefined): JsonObject | undefined {
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
