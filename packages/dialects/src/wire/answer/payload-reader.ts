import type { JsonObject } from '../../canonical/json.ts'
import type { StreamEvent } from '../../canonical/stream-event.ts'
import { createToolNames, type ToolNames } from '../request/tool-names.ts'
import type { ReaderContext, WireReader } from '../wire-format.ts'
import { AnswerEvents } from './answer-events.ts'
import { parsePayload } from './payload.ts'

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
