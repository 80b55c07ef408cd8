import type { AssistantMessage, SpokenPart, StreamEvent } from '@parley/dialects'
import type { CallRecord } from '../../ledger/call-record.ts'
import { callKey } from '../../turn/open-records.ts'
import type { AnswerNotes, TurnEvent } from '../../turn/turn-event.ts'
import { stageOf } from './call-stage.ts'
import { emptyInput, growInput } from './partial-input.ts'
import type {
  AnswerMessage,
  AnswerPart,
  CallState,
  KnownCall,
  StreamingCall,
  ThreadMessage,
  ThreadState,
} from './thread-state.ts'

export interface FoldContext {
  /** When an answer begins. */
  readonly now: number
  /** The answers that share the new one's parent, oldest first. */
  readonly siblings: readonly string[]
}

const MAX_PROGRESS = 500

/**
 * Folds what happened into the thread. Pure; what did not change keeps its identity. Text and arguments are appended,
 * never read again, so a long argument costs the same per piece at its end as at its beginning.
 */
export function applyEvents(state: ThreadState, events: readonly TurnEvent[], context: FoldContext): ThreadState {
  const draft: Draft = { messages: [...state.messages], calls: new Map(state.calls), status: state.status }
  for (const event of events) applyEvent(draft, event, context)
  return { ...state, ...draft }
}

interface Draft {
  readonly messages: ThreadMessage[]
  readonly calls: Map<string, CallState>
  status: ThreadState['status']
}

function applyEvent(draft: Draft, event: TurnEvent, context: FoldContext): void {
  switch (event.type) {
    case 'message':
      if (event.message.role === 'assistant') endAnswer(draft, event.message, event.notes, context)
      break
    case 'call-change':
      setRecord(draft.calls, event.record)
      if (event.record.phase === 'running' && !event.record.review) draft.status = { kind: 'running', keys: [event.record.key] }
      break
    case 'call-preview':
      changeKnown(draft.calls, event.key, (call) => ({ ...call, preview: event.preview }))
      break
    case 'call-progress':
      changeKnown(draft.calls, event.key, (call) => ({ ...call, progress: [...call.progress, event.line].slice(-MAX_PROGRESS) }))
      break
    default:
      applyStreamEvent(draft, event, context)
  }
}

function applyStreamEvent(draft: Draft, event: StreamEvent, context: FoldContext): void {
  switch (event.type) {
    case 'message-start':
      draft.messages.push(newAnswer(event.messageId, event.model, context))
      draft.status = { kind: 'answering' }
      break
    case 'part-start':
      changeAnswer(draft, (answer) => startPart(draft.calls, answer, event))
      break
    case 'part-delta':
      changeAnswer(draft, (answer) => growPart(draft.calls, answer, event))
      break
    case 'part-end':
      changeAnswer(draft, (answer) => endPart(answer, event))
      break
    case 'message-end':
      changeAnswer(draft, (answer) => ({
        ...answer,
        progress: 'whole',
        reason: event.reason,
        ...(event.usage && { usage: event.usage }),
      }))
      break
    case 'fault':
      changeAnswer(draft, (answer) => ({ ...answer, progress: 'cut', fault: event.fault }))
      draft.status = { kind: 'unanswered', fault: event.fault }
      break
    default:
      event satisfies never
  }
}

function newAnswer(id: string, model: string, { now, siblings }: FoldContext): AnswerMessage {
  const ids = [...siblings.filter((sibling) => sibling !== id), id]
  return {
    role: 'assistant',
    id,
    createdAt: now,
    branch: { index: ids.length - 1, ids },
    model,
    parts: [],
    progress: 'streaming',
  }
}

/** Changes the answer that is being streamed; there is at most one, at the end. */
function changeAnswer(draft: Draft, change: (answer: AnswerMessage) => AnswerMessage): void {
  const last = draft.messages.at(-1)
  if (last?.role === 'assistant' && last.progress === 'streaming') draft.messages[draft.messages.length - 1] = change(last)
}

function startPart(
  calls: Map<string, CallState>,
  answer: AnswerMessage,
  event: Extract<StreamEvent, { type: 'part-start' }>,
): AnswerMessage {
  if (event.kind !== 'tool-call') return withPart(answer, event.part, { type: event.kind, text: '', open: true })
  const key = callKey(answer.id, event.part)
  const call: StreamingCall = {
    stage: 'streaming',
    key,
    messageId: answer.id,
    callId: event.callId,
    ...(event.name !== undefined && { name: event.name }),
    input: emptyInput,
  }
  calls.set(key, call)
  return withPart(answer, event.part, { type: 'call', key })
}

function growPart(
  calls: Map<string, CallState>,
  answer: AnswerMessage,
  event: Extract<StreamEvent, { type: 'part-delta' }>,
): AnswerMessage {
  const part = answer.parts[event.part]
  if (part?.type !== 'call') return part ? withPart(answer, event.part, { ...part, text: part.text + event.text }) : answer
  const call = calls.get(part.key)
  if (call?.stage === 'streaming') calls.set(part.key, { ...call, input: growInput(call.input, event.text) })
  return answer
}

function endPart(answer: AnswerMessage, { part, value }: Extract<StreamEvent, { type: 'part-end' }>): AnswerMessage {
  return withPart(answer, part, toAnswerPart(answer.id, value, part))
}

function withPart(answer: AnswerMessage, ordinal: number, part: AnswerPart): AnswerMessage {
  // A stream that skips ordinals would leave holes, which no view expects: what comes next takes the next place.
  const at = Math.min(ordinal, answer.parts.length)
  return { ...answer, parts: answer.parts.toSpliced(at, 1, part) }
}

function toAnswerPart(messageId: string, value: SpokenPart, ordinal: number): AnswerPart {
  if (value.type === 'text' || value.type === 'reasoning') return { type: value.type, text: value.text }
  return { type: 'call', key: callKey(messageId, ordinal) }
}

/** The answer as it is kept, drawn the same way whether it was just streamed or read from the store. */
export function toAnswer(message: AssistantMessage, notes: AnswerNotes | undefined, context: FoldContext): AnswerMessage {
  return {
    ...newAnswer(message.id, notes?.model ?? '', context),
    parts: message.parts.map((part, ordinal) => toAnswerPart(message.id, part, ordinal)),
    progress: notes?.cut ? 'cut' : 'whole',
    ...(notes?.reason && { reason: notes.reason }),
    ...(notes?.usage && { usage: notes.usage }),
    ...(notes?.fault && { fault: notes.fault }),
  }
}

function endAnswer(draft: Draft, message: AssistantMessage, notes: AnswerNotes | undefined, context: FoldContext): void {
  const answer = toAnswer(message, notes, context)
  const at = draft.messages.findIndex((other) => other.id === message.id)
  if (at < 0) draft.messages.push(answer)
  else draft.messages[at] = { ...answer, createdAt: draft.messages[at]?.createdAt ?? context.now }
  for (const [key, call] of draft.calls) {
    const written = call.stage === 'streaming' ? key : (call.record.parent ?? key)
    if (call.messageId === message.id && !answer.parts.some((part) => part.type === 'call' && part.key === written))
      draft.calls.delete(key)
  }
}

/** Puts a record in, and looks again at the calls of the same answer: what waits in line depends on those before it. */
export function setRecord(calls: Map<string, CallState>, record: CallRecord): void {
  const before = calls.get(record.key)
  if (before && before.stage !== 'streaming' && before.record.version > record.version) return
  if (before && before.stage !== 'streaming' && before.record.version === record.version) return restage(calls, record)
  calls.set(record.key, {
    stage: 'judging',
    key: record.key,
    messageId: record.messageId,
    record,
    place: { index: record.position, count: 1 },
    progress: before && before.stage !== 'streaming' ? before.progress : [],
    ...(before && before.stage !== 'streaming' && before.preview && { preview: before.preview }),
  })
  restage(calls, record)
}

function restage(calls: Map<string, CallState>, { messageId, parent }: CallRecord): void {
  const known = [...calls.values()]
    .filter((call): call is KnownCall => call.messageId === messageId && call.stage !== 'streaming')
    .filter((call) => call.record.parent === parent)
    .sort((left, right) => left.record.position - right.record.position)
  let behind = false
  for (const call of known) {
    const stage = stageOf(call.record, behind)
    const place = { index: call.record.position, count: known.length }
    if (stage !== call.stage || place.count !== call.place.count) calls.set(call.key, { ...call, stage, place })
    behind ||= call.record.phase !== 'settled'
  }
}

function changeKnown(calls: Map<string, CallState>, key: string, change: (call: KnownCall) => KnownCall): void {
  const call = calls.get(key)
  if (call && call.stage !== 'streaming') calls.set(key, change(call))
}
