import { collectMessage, type JsonObject, type StreamEvent } from '@parley/dialects'
import type { ChatEvent, PendingCall } from './chat-event.ts'
import { FINISH } from './ui-stream.ts'

/** A whole turn as one document: the words, the parts as a UI message holds them, and how it ended. */
export function jsonAnswer(
  events: readonly ChatEvent[],
  options: { readonly messageId: string; readonly metadata: JsonObject },
): JsonObject {
  const parts: JsonObject[] = []
  let step: StreamEvent[] = []
  let content = ''
  let finishReason = FINISH.done
  let usage: JsonObject = {}
  let thread: JsonObject | undefined
  let id = options.messageId
  for (const event of events) {
    if (event.type === 'tool-result') {
      const call = parts.find((part) => part['toolCallId'] === event.result.callId)
      const text = event.result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      const ended =
        event.result.outcome === 'ok'
          ? { state: 'output-available', output: event.result.data ?? text }
          : { state: 'output-error', errorText: text }
      if (call) parts[parts.indexOf(call)] = { ...call, ...ended }
    } else if (event.type === 'approval-request') {
      const call = parts.find((part) => part['toolCallId'] === event.callId)
      if (call)
        parts[parts.indexOf(call)] = {
          ...call,
          state: 'approval-requested',
          approval: { id: event.approvalId, ...(event.signature !== undefined && { signature: event.signature }) },
        }
    } else if (event.type === 'turn-end')
      thread = { id: event.threadId, status: event.status, pending: event.pending.map(toJson) }
    else if (event.type === 'turn-start') id = event.turnId
    else {
      step.push(event)
      if (event.type !== 'message-end') continue
      const { message } = collectMessage(step)
      step = []
      finishReason = FINISH[event.reason]
      usage = { ...event.usage }
      parts.push({ type: 'step-start' }, ...message.parts.map(uiPart))
      content = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    }
  }
  return {
    id,
    role: 'assistant',
    content,
    parts,
    finishReason,
    usage,
    metadata: options.metadata,
    ...(thread && { thread }),
  }
}

const toJson = (call: PendingCall): JsonObject => ({ ...call })

function uiPart(part: ReturnType<typeof collectMessage>['message']['parts'][number]): JsonObject {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text }
    case 'tool-call':
      return { type: `tool-${part.name}`, toolCallId: part.id, state: 'input-available', input: part.input }
    case 'broken-call':
      return {
        type: `tool-${part.name ?? 'unknown'}`,
        toolCallId: part.id,
        state: 'output-error',
        input: part.source,
        errorText: part.problem,
      }
    default:
      return part satisfies never
  }
}
