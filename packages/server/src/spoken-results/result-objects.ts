import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { parsed } from './result-template.ts'
import { jsonEnd, outcomeOf, type SpokenResult, type SpokenResults } from './spoken-result.ts'

/**
 * Results as objects, one behind the other, as clients of this door write them by hand:
 *
 *     {"tool_call_result": {"toolCallId": "call_1", "result": 76127}}
 *     {"tool_call_result": {"toolCallId": "call_2", "status": "error", "error": "There is no such file."}}
 */
export function readResultObjects(message: string): SpokenResults | undefined {
  const results: SpokenResult[] = []
  let at = 0
  for (;;) {
    const from = at + message.slice(at).search(/\S|$/)
    const to = message[from] === '{' ? jsonEnd(message, from) : -1
    const object = to === -1 ? undefined : exactly(message.slice(from, to))
    const found = isJsonObject(object) ? ownValue(object, 'tool_call_result') : undefined
    if (!isJsonObject(found)) break
    results.push(readObject(found))
    at = to
  }
  return results.length === 0 ? undefined : { results, rest: message.slice(at).trim() }
}

function exactly(text: string): JsonValue | undefined {
  const value = parsed(text)
  return value !== undefined && /\d{16}/.test(text) ? (JSON.parse(text, keepDigits) as JsonValue) : value
}

/** A whole number that would lose digits is kept as its digits. The third argument, what was written, is newer than the types. */
function keepDigits(_key: string, item: JsonValue, ...[written]: readonly { readonly source?: string }[]): JsonValue {
  return typeof item === 'number' && Number.isInteger(item) && !Number.isSafeInteger(item) ? (written?.source ?? item) : item
}

function readObject(found: JsonObject): SpokenResult {
  const callId = firstText(found, ['toolCallId', 'tool_call_id', 'id'])
  const name = firstText(found, ['toolName', 'tool_name', 'name'])
  const failure = ownValue(found, 'error')
  const failed = failure !== undefined && failure !== null && failure !== false
  const status = firstText(found, ['status']) ?? (failed ? 'error' : 'ok')
  // `JSON.stringify` leaves out what a program that returns nothing gave.
  const value = ownValue(found, 'result') ?? (failed ? failure : null)
  return {
    outcome: outcomeOf(status),
    text: typeof value === 'string' ? value : JSON.stringify(value),
    ...(typeof value !== 'string' && { value }),
    ...(callId !== undefined && { callId }),
    ...(name !== undefined && { name }),
  }
}

function firstText(object: JsonObject, keys: readonly string[]): string | undefined {
  const values = keys.map((key): JsonValue | undefined => ownValue(object, key))
  return values.find((value) => typeof value === 'string' && value !== '') as string | undefined
}
