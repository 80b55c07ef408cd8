import {
  type AssistantMessage,
  type ChatRequest,
  collectMessage,
  type Fault,
  faultOf,
  type JsonValue,
  problemOf,
  type Respond,
  type SpokenPart,
  type StreamEvent,
} from '@parley/dialects'
import { say } from '../words/threads.ts'
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

/** No tool takes arguments of this depth, and beyond some thousand every step that walks over them would fail. */
const MAX_DEPTH = 100
const TOO_DEEP = say('call.too-deep', { most: MAX_DEPTH })

/** An answer in which every call can be hashed, kept and sent. A call that cannot is one that could not be read. */
export function limitDepth(message: AssistantMessage): AssistantMessage {
  const parts = message.parts.map(limitPart)
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts }
}

function limitPart(part: SpokenPart): SpokenPart {
  if (part.type === 'tool-call' && isDeeper(part.input, MAX_DEPTH)) {
    const { id, name, source = '', dialect } = part
    return { type: 'broken-call', id, name, source, ...problemOf(TOO_DEEP), ...(dialect !== undefined && { dialect }) }
  }
  if (part.type === 'broken-call' && part.offer && isDeeper(part.offer.input, MAX_DEPTH)) {
    const { offer: _offer, ...rest } = part
    return rest
  }
  return part
}

/** Level by level instead of by recursion: the depth is what is hostile here. */
function isDeeper(value: JsonValue, limit: number): boolean {
  let level: readonly JsonValue[] = [value]
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}
