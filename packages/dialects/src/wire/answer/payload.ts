import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'

/** One payload of a vendor's stream, or `undefined` when it is not an object: garbage between events costs nothing but itself. */
export function parsePayload(data: string): JsonObject | undefined {
  if (data === '[DONE]') return {}
  try {
    const value: unknown = JSON.parse(data)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A field that is text; anything else counts as empty. */
export function textField(object: JsonObject, key: string): string {
  const value = ownValue(object, key)
  return typeof value === 'string' ? value : ''
}

/** A field that is a number; anything else counts as absent. */
export function countField(object: JsonObject, key: string): number | undefined {
  const value = ownValue(object, key)
  return typeof value === 'number' ? value : undefined
}

/** The objects of a list; what is not a list has none, and what is not an object is passed over. */
export function objectsField(object: JsonObject, key: string): readonly JsonObject[] {
  const value = ownValue(object, key)
  return Array.isArray(value) ? value.filter((item): item is JsonObject => isJsonObject(item)) : []
}

/** Servers that imitate a vendor fail in the middle of a stream with a bare `{"error":{…}}`. */
export function isUntypedError(payload: JsonObject): boolean {
  return ownValue(payload, 'type') === undefined && isJsonObject(ownValue(payload, 'error'))
}

/** A value as JSON text. One that nests too deeply to be written becomes text that is no JSON, so that it ends as a broken call. */
export function jsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '(nested too deeply)'
  }
}
