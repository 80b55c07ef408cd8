import type { Layer, StreamEvent } from '@parley/dialects'

/** Tells a refusal in words, for readers who look at what was said and not at why it ended. */
export const withToldRefusal: Layer = (next) =>
  async function* (request, signal) {
    let parts = 0
    for await (const batch of next(request, signal)) {
      for (const event of batch) if (event.type === 'part-start') parts = Math.max(parts, event.part + 1)
      yield batch.at(-1)?.type === 'message-end' ? batch.flatMap((event) => told(event, parts)) : batch
    }
  }

function told(event: StreamEvent, part: number): readonly StreamEvent[] {
  if (event.type !== 'message-end' || event.refusal === undefined) return [event]
  const { refusal: text, ...end } = event
  return [
    { type: 'part-start', part, kind: 'text' },
    { type: 'part-delta', part, text },
    { type: 'part-end', part, value: { type: 'text', text } },
    end,
  ]
}
