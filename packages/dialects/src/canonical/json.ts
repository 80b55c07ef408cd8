export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** Keys may come from a model: look one up with `ownValue`, never with a bare index into a prototype chain. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** A JSON Schema document, of any draft. Read defensively: it arrives from pages and clients. */
export type JsonSchema = JsonObject

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value stored under `key` itself; what `Object.prototype` offers under that name does not count. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
