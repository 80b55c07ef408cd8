import type { AssistantMessage, Message, SpokenPart, StreamEvent } from '@parley/dialects'
import type { ChatEvent, PendingCall } from '../chat/chat-event.ts'

/** Messages as the events they came as, each part in one piece. */
export function replay(messages: readonly Message[], model: string): readonly ChatEvent[] {
  return messages.flatMap((message): readonly ChatEvent[] => {
    if (message.role === 'assistant') return replayAnswer(message, model)
    if (message.role === 'tool') return message.parts.map((result) => ({ type: 'tool-result', result }))
    return []
  })
}

function replayAnswer(message: AssistantMessage, model: string): readonly StreamEvent[] {
  const hasCalls = message.parts.some(({ type }) => type === 'tool-call')
  return [
    { type: 'message-start', messageId: message.id, model },
    ...message.parts.flatMap(replayPart),
    { type: 'message-end', reason: hasCalls ? 'calls' : 'done' },
  ]
}

function replayPart(value: SpokenPart, part: number): readonly StreamEvent[] {
  const end = { type: 'part-end', part, value } as const
  switch (value.type) {
    case 'text':
    case 'reasoning':
      return [{ type: 'part-start', part, kind: value.type }, { type: 'part-delta', part, text: value.text }, end]
    case 'tool-call': {
      const text = value.inputText ?? JSON.stringify(value.input)
      const start = { type: 'part-start', part, kind: 'tool-call', callId: value.id, name: value.name } as const
      return [start, { type: 'part-delta', part, text }, end]
    }
    case 'broken-call': {
      const name = value.name === undefined ? {} : { name: value.name }
      return [{ type: 'part-start', part, kind: 'tool-call', callId: value.id, ...name }, end]
    }
    default:
      return value satisfies never
  }
}

/** What came after the last question. */
export function turnOf(messages: readonly Message[]): readonly Message[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
}

/** Calls of the server that wait for the user are asked about; calls of the page speak for themselves. */
export function requestsFor(pending: readonly PendingCall[]): readonly ChatEvent[] {
  return pending
    .filter(({ kind }) => kind === 'approval')
    .map(({ callId, reason }) => ({
      type: 'approval-request',
      callId,
      approvalId: callId,
      ...(reason !== undefined && { reason }),
    }))
}
