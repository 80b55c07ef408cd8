import type { StreamEvent } from './stream-event.ts'

type PartDelta = Extract<StreamEvent, { type: 'part-delta' }>

/** What one batch brings of one part is one delta: nobody sees the pieces apart, and each would be read, wrapped and written again. */
export function appendEvent<Event extends StreamEvent>(batch: (Event | PartDelta)[], event: Event | PartDelta): void {
  const last = batch.at(-1)
  if (event.type === 'part-delta' && last?.type === 'part-delta' && last.part === event.part)
    batch[batch.length - 1] = { type: 'part-delta', part: last.part, text: last.text + event.text }
  else batch.push(event)
}
