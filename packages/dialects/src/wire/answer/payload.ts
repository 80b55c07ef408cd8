import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { createToolNames, type ToolNames } from '../request/vendor-names.ts'
import type { ReaderContext, WireReader } from '../wire-format.ts'
import { AnswerEvents } from './answer-events.ts'

/** One payload of a vendor's stream, or `undefined` when it is not an object: garbage between events costs nothing but itself. */
function parsePayload(data: string): JsonObject | undefined {
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

/** A reader of streams whose every event is a JSON object. Formats say what an object means and what an early end does. */
export abstract class PayloadReader implements WireReader {
  /** How many events were no JSON object and were passed over. */
  skipped = 0
  protected readonly events: AnswerEvents
  protected readonly names: ToolNames

  constructor(context: ReaderContext, allowedName: Parameters<typeof createToolNames>[0]) {
    this.events = new AnswerEvents(context.newId)
    this.names = createToolNames(
      allowedName,
      context.tools?.map((tool) => tool.name),
    )
  }

  push(data: string): readonly StreamEvent[] {
    const payload = parsePayload(data)
    if (!payload) this.skipped++
    else if (!this.events.ended) this.read(payload)
    return this.events.take()
  }

  abstract end(): readonly StreamEvent[]

  protected abstract read(payload: JsonObject): void
}
