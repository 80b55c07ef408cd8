import type { Fault } from './fault.ts'
import type { AssistantMessage } from './message.ts'
import type { SpokenPart } from './part.ts'
import type { EndReason, StreamEvent, Usage } from './stream-event.ts'
import { problemOf, say } from './words.ts'

/** A message that is still being put together: finished parts, and the pieces of those that are not. */
export interface CollectedMessage {
  readonly message: AssistantMessage
  readonly model: string
  /** Absent while the answer is still coming, and when it ended in a fault. */
  readonly reason?: EndReason
  readonly usage?: Usage
  /** Why there is no answer. Absent: nobody withheld it. */
  readonly refusal?: string
  readonly fault?: Fault
}

/**
 * The only place where events become a message. Parts that never ended keep the text they had, so that an answer
 * cut off in the middle shows what arrived; a call that never ended becomes a broken one, because half a call must not run.
 */
export function collectMessage(events: Iterable<StreamEvent>): CollectedMessage {
  let id = ''
  let model = ''
  let end: Extract<StreamEvent, { type: 'message-end' }> | undefined
  let fault: Fault | undefined
  const parts: (SpokenPart | undefined)[] = []
  const open = new Map<number, { start: Extract<StreamEvent, { type: 'part-start' }>; text: string }>()

  for (const event of events) {
    switch (event.type) {
      case 'message-start':
        id = event.messageId
        model = event.model
        break
      case 'part-start':
        open.set(event.part, { start: event, text: '' })
        parts[event.part] = undefined
        break
      case 'part-delta': {
        const piece = open.get(event.part)
        if (piece) piece.text += event.text
        break
      }
      case 'part-end':
        open.delete(event.part)
        parts[event.part] = event.value
        break
      case 'message-end':
        end = event
        break
      case 'fault':
        fault = event.fault
        break
      default:
        event satisfies never
    }
  }

  for (const [ordinal, { start, text }] of open) parts[ordinal] = unfinishedPart(start, text)
  return {
    message: { role: 'assistant', id, parts: parts.filter((part) => part !== undefined) },
    model,
    ...(end && { reason: end.reason }),
    ...(end?.usage && { usage: end.usage }),
    ...(end?.refusal !== undefined && { refusal: end.refusal }),
    ...(fault && { fault }),
  }
}

/** What is left of a part when the stream broke off inside it. */
export function unfinishedPart(start: Extract<StreamEvent, { type: 'part-start' }>, text: string): SpokenPart {
  if (start.kind !== 'tool-call') return { type: start.kind, text }
  return {
    type: 'broken-call',
    id: start.callId,
    ...(start.name !== undefined && { name: start.name }),
    source: text,
    ...problemOf(say('call.broke-off')),
  }
}
