import type { ThreadMessageLike } from '@assistant-ui/react'
import type { AnswerMessage, ThreadMessage } from '@parley/browser'

type Content = Exclude<ThreadMessageLike['content'], string>

/** A message as the primitives want it. A call is only its key there: everything about it is in `ThreadState.calls`. */
export function toThreadMessage(message: ThreadMessage): ThreadMessageLike {
  const shared = { id: message.id, createdAt: new Date(message.createdAt) }
  if (message.role === 'user')
    return {
      ...shared,
      role: 'user',
      content: message.parts.map((part) =>
        part.type === 'text'
          ? { type: 'text' as const, text: part.text }
          : { type: 'file' as const, data: part.data, mimeType: part.mediaType, filename: part.name ?? part.mediaType },
      ),
    }
  return { ...shared, role: 'assistant', content: message.parts.map(toContent), status: toStatus(message) }
}

function toContent(part: AnswerMessage['parts'][number]): Content[number] {
  if (part.type === 'call') return { type: 'tool-call', toolCallId: part.key, toolName: 'call', args: {}, argsText: '' }
  return { type: part.type, text: part.text }
}

function toStatus(message: AnswerMessage): NonNullable<ThreadMessageLike['status']> {
  if (message.progress === 'streaming') return { type: 'running' }
  if (message.progress === 'cut') return { type: 'incomplete', reason: message.fault ? 'error' : 'cancelled' }
  return { type: 'complete', reason: 'stop' }
}
