import { isJsonObject, type JsonValue } from '../canonical/json.ts'
import { mendAnything } from '../repair/mend-anything.ts'
import { formatCall } from './format-transcript.ts'

/** A call as chat APIs write it. */
export interface NativeToolCall {
  readonly id: string
  readonly function: {
    readonly name: string
    /** A JSON document in a string, as most send it, or the object itself. */
    readonly arguments: string | JsonValue
  }
}

/** Native calls, whole, as canonical XML text. Arguments that are no object become one parameter named `input`. */
export function convertToolCallsToXml(calls: readonly NativeToolCall[]): string {
  return calls.map(({ id, function: called }) => formatCall({ id, name: called.name, ...inputOf(called.arguments) })).join('\n')
}

function inputOf(given: string | JsonValue): Pick<Parameters<typeof formatCall>[0], 'input' | 'inputText'> {
  if (isJsonObject(given)) return { input: given }
  if (typeof given !== 'string') return { input: { input: given } }
  if (given.trim() === '') return { input: {} }
  const mended = mendAnything(given)
  return mended && isJsonObject(mended.value) ? { input: mended.value, inputText: mended.text } : { input: { input: given } }
}
