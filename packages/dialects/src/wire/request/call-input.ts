import { REPEATED, repeatedKey, repeatedProblem } from '../../canonical/exact-json.ts'
import { isJsonObject, type JsonObject, nestsTooDeep, present } from '../../canonical/json.ts'
import type { BrokenCall, Flaw, ToolCall } from '../../canonical/part.ts'
import type { Sentence } from '../../canonical/sentence.ts'
import { problemOf, say } from '../../canonical/words.ts'

export type CallInput =
  | { readonly kind: 'read'; readonly input: JsonObject; readonly inputText?: string; readonly flaws?: readonly Flaw[] }
  | { readonly kind: 'broken'; readonly problem: Sentence; readonly at?: number }

/** A run of digits or an exponent that a double may not hold exactly. */
const INEXACT = /\d{16}|[eE][+-]?\d{3}/

/** The finished argument text of a native call. Some vendors send nothing at all for a call without parameters. */
export function readCallInput(text: string): CallInput {
  if (text.trim() === '') return { kind: 'read', input: {} }
  if (nestsTooDeep(text)) return { kind: 'broken', problem: say('call.arguments-deep') }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'broken', problem: say('call.arguments-no-json') }
  }
  if (value === null) return { kind: 'read', input: {} }
  if (typeof value === 'string' && value.trimStart().startsWith('{')) return readCallInput(value)
  if (!isJsonObject(value)) return { kind: 'broken', problem: say('call.arguments-no-object-write') }
  const repeated = repeatedKey(text)
  if (repeated?.same === false) return { kind: 'broken', problem: repeatedProblem(repeated) }
  const exact = !INEXACT.test(text) || JSON.stringify(value) === text
  return { kind: 'read', input: value, ...(!exact && { inputText: text }), ...(repeated && { flaws: [REPEATED] }) }
}

/** A native call that is whole. */
export function callFrom(id: string, name: string, source: string, signature?: string): ToolCall | BrokenCall {
  const read = readCallInput(source)
  if (read.kind === 'broken') return { type: 'broken-call', id, name, source, ...problemOf(read.problem) }
  const { input, inputText, flaws } = read
  return present({ type: 'tool-call' as const, id, name, input, inputText, flaws, signature })
}
