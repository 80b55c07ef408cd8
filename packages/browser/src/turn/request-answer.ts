import {
  type AssistantMessage,
  type ChatRequest,
  collectMessage,
  type Fault,
  faultOf,
  type Respond,
  type StreamEvent,
} from '@parley/dialects'
import { say } from '../words/threads.ts'
import { limitDepth } from './limit-depth.ts'
import type { AnswerNotes, TurnEvent } from './turn-event.ts'

export interface Answered {
  /** Absent when nothing arrived. */
  readonly message?: AssistantMessage
  /** A whole answer, or why it is not one. */
  readonly kind: 'whole' | 'faulted' | 'stopped'
}

/** Asks for one answer and passes it on while it comes. Never throws for what the world does: that is a fault event. */
export async function* requestAnswer(
  request: ChatRequest,
  { respond, newId }: { readonly respond: Respond; readonly newId: () => string },
  signal: AbortSignal,
): AsyncGenerator<readonly TurnEvent[], Answered> {
  const events: StreamEvent[] = []
  const id = newId()
  let fault: Fault | undefined
  try {
    for await (const batch of respond(request, signal)) {
      const ours = batch.map((event) => (event.type === 'message-start' ? { ...event, messageId: id } : event))
      events.push(...ours)
      yield ours
      if (signal.aborted) break
    }
  } catch (error) {
    fault = faultOf(error)
    if (!fault && !signal.aborted) throw error
  }
  const collected = collectMessage(events)
  fault ??= collected.fault
  const stopped = signal.aborted && collected.reason === undefined
  const whole = collected.reason !== undefined && !fault
  if (!whole && !stopped && !collected.fault) yield [{ type: 'fault', fault: fault ?? BROKEN_OFF }]
  const kind = whole ? 'whole' : stopped ? 'stopped' : 'faulted'
  if (events.length === 0 || (!whole && collected.message.parts.length === 0)) return { kind }
  const message = limitDepth({ ...collected.message, id })
  const notes: AnswerNotes = {
    model: collected.model,
    ...(collected.reason && { reason: collected.reason }),
    ...(collected.usage && { usage: collected.usage }),
    ...(!stopped && fault && { fault }),
    ...(!whole && { cut: true }),
  }
  yield [{ type: 'message', message, notes }]
  return { kind, message }
}

const BROKEN_OFF: Fault = {
  code: 'transport/disconnected',
  ...say('server.broke-off'),
  retryable: true,
}
