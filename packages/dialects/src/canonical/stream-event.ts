import type { Fault } from './fault.ts'
import type { SpokenPart } from './part.ts'

/** `length`: cut off by a limit. `filtered`: the vendor withheld the rest. `stopped`: a stop sequence or a person ended it. */
export type EndReason = 'done' | 'calls' | 'length' | 'filtered' | 'stopped'

export interface Usage {
  /** All that was read, what came from a cache included. */
  readonly inputTokens?: number
  /** All that was written, reasoning included. */
  readonly outputTokens?: number
  readonly reasoningTokens?: number
  readonly cachedInputTokens?: number
  /** Nobody counted: what is said is roughly right. Absent: the vendor said it. */
  readonly estimated?: true
}

/** `part` is the ordinal of a part within its message. Parts start in order; several may be open at once. */
export type PartEvent =
  | { readonly type: 'part-start'; readonly part: number; readonly kind: 'text' | 'reasoning' }
  /** Sent once the name is known. A call without a name is one that will end broken. */
  | {
      readonly type: 'part-start'
      readonly part: number
      readonly kind: 'tool-call'
      readonly callId: string
      readonly name?: string
    }
  /** Text for a text part; JSON text of the input for a tool call, whatever the dialect. */
  | { readonly type: 'part-delta'; readonly part: number; readonly text: string }
  /** The finished part, whole. A reader that does not stream needs only this one. */
  | { readonly type: 'part-end'; readonly part: number; readonly value: SpokenPart }

/**
 * One answer, as it arrives: one `message-start`, part events, then one `message-end` or one `fault`, and nothing after that.
 * A call's deltas are final only when its `part-end` has come: a prefix that happens to parse is still a prefix.
 */
export type StreamEvent =
  | {
      readonly type: 'message-start'
      readonly messageId: string
      readonly model: string
      /** What is known of it before the first word: how long the prompt is. Absent: nothing is. */
      readonly usage?: Usage
    }
  | PartEvent
  | {
      readonly type: 'message-end'
      readonly reason: EndReason
      readonly usage?: Usage
      /** Why there is no answer, in one sentence. Only where it was withheld. */
      readonly refusal?: string
    }
  | { readonly type: 'fault'; readonly fault: Fault }

type PartDelta = Extract<StreamEvent, { type: 'part-delta' }>

/** What one batch brings of one part is one delta: nobody sees the pieces apart, and each would be read, wrapped and written again. */
export function appendEvent<Event extends StreamEvent>(batch: (Event | PartDelta)[], event: Event | PartDelta): void {
  const last = batch.at(-1)
  if (event.type === 'part-delta' && last?.type === 'part-delta' && last.part === event.part)
    batch[batch.length - 1] = { type: 'part-delta', part: last.part, text: last.text + event.text }
  else batch.push(event)
}
