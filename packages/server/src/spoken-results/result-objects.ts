import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import type { Paced } from '../safety/pace.ts'
import { MOST_SPOKEN, outcomeOf, readingJson, type SpokenResult, type SpokenResults } from './spoken-result.ts'

/**
 * Results as objects, one behind the other, as clients of this door write them by hand:
 *
 *     {"tool_call_result": {"toolCallId": "call_1", "result": 76127}}
 *     {"tool_call_result": {"toolCallId": "call_2", "status": "error", "error": "There is no such file."}}
 */
export function* readingResultObjects(message: string): Paced<SpokenResults | undefined> {
  const results: SpokenResult[] = []
  let at = 0
  while (results.length <= MOST_SPOKEN) {
    SPACE.lastIndex = at
    SPACE.test(message)
    const json = yield* readingJson(message, SPACE.lastIndex)
    const found = json && isJsonObject(json.value) ? ownValue(json.value, 'tool_call_result') : undefined
    if (!json || !isJsonObject(found)) break
    results.push(readObject(LONG.test(json.source) ? exactly(json.source) : found))
    at = json.to
  }
  const isFew = results.length > 0 && results.length <= MOST_SPOKEN
  return isFew ? { results, rest: message.slice(at).trim() } : undefined
}

const SPACE = /\s*/y
const LONG = /\d{16}/

function exactly(text: string): JsonObject {
  return JSON.parse(text, keepDigits)['tool_call_result'] as JsonObject
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
