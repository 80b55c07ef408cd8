import type { KnownCall } from '@parley/browser'
import { isJsonObject, type JsonObject, ownValue } from '@parley/dialects'

/** Where its program showed something: what is kept of it. */
export function showingOf({ record }: KnownCall): JsonObject | undefined {
  const display = record.result?.display
  return isJsonObject(display) && ownValue(display, 'shown') !== undefined ? display : undefined
}
