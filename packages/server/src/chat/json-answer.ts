import { collectMessage, type JsonObject, plainText, type StreamEvent } from '@parley/dialects'
import { UI_FINISH, writeUiPart } from '@parley/dialects/wire'
import type { ChatEvent, PendingCall } from './chat-event.ts'

/** A whole turn as one document: the words, the parts as a UI message holds them, and how it ended. */
export function jsonAnswer(
  events: readonly ChatEvent[],
  options: { readonly messageId: string; readonly metadata: JsonObject },
): JsonObject {
  const parts: JsonObject[] = []
  let step: StreamEvent[] = []
  let content = ''
  let finishReason = UI_FINISH.done
  let usage: JsonObject = {}
  let thread: JsonObject | undefined
  let id = options.messageId
  const places = new Map<unknown, number>()
  const mend = (callId: string, change: JsonObject): void => {
    const place = places.get(callId)
    if (place !== undefined) parts[place] = { ...parts[place], ...change }
  }
  for (const event of events) {
    if (event.type === 'tool-result') {
      const { callId, outcome, data } = event.result
      const text = plainText(event.result)
      mend(
        callId,
        outcome === 'ok' ? { state: 'output-available', output: data ?? text } : { state: 'output-error', errorText: text },
      )
    } else if (event.type === 'approval-request') {
      const { callId, approvalId, signature } = event
      mend(callId, { state: 'approval-requested', approval: { id: approvalId, ...(signature !== undefined && { signature }) } })
    } else if (event.type === 'turn-end')
      thread = { id: event.threadId, status: event.status, pending: event.pending.map(toJson) }
    else if (event.type === 'turn-start') id = event.turnId
    else if (event.type === 'call-begun' || event.type === 'call-progress' || event.type === 'tools-not-offered') continue
    else {
      step.push(event)
      if (event.type !== 'message-end') continue
      const { message } = collectMessage(step)
      step = []
      finishReason = UI_FINISH[event.reason]
      usage = { ...event.usage }
      parts.push({ type: 'step-start' })
      for (const part of message.parts) {
        if ('id' in part) places.set(part.id, parts.length)
        parts.push(writeUiPart(part))
      }
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

// Written as it will be read: nothing in it is anything but plain data.
const toJson = (call: PendingCall): JsonObject => JSON.parse(JSON.stringify(call))
