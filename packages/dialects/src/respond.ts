import type { ChatRequest } from './canonical/message.ts'
import type { StreamEvent } from './canonical/stream-event.ts'

/**
 * Anything that answers a conversation: a vendor, our own server over HTTP, a script in a test.
 *
 * Events come in batches, one batch per read of whatever lies below: an async hop costs about ten times less per
 * event that way (docs/decisions/0002). A batch is never empty. A failure before the first event is thrown as a
 * `FaultError`; a failure later is the last event of the stream. Aborting the signal ends the stream and everything below it.
 */
export type Respond = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<readonly StreamEvent[]>

/** Something that stands in front of a responder and looks like one. */
export type Layer = (next: Respond) => Respond
