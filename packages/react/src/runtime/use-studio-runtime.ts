import { type AppendMessage, type AssistantRuntime, type ThreadMessageLike, useExternalStoreRuntime } from '@assistant-ui/react'
import type { AnswerMessage, Conversation, Done, ThreadMessage, ThreadState } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { useSyncExternalStore } from 'react'
import { refusalSentence } from '../language/sentences.ts'
import { type Attachment, attachedParts } from '../thread/attached/attachment.ts'

/** The words of a message that the composer hands over. */
const textOf = (message: AppendMessage): string =>
  message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')

/** What goes with the next message, and is forgotten once it was sent. */
interface Attached {
  readonly attachments: readonly Attachment[]
  readonly forget: (sent: readonly Attachment[]) => void
}

const NOTHING_ATTACHED: Attached = { attachments: [], forget: () => {} }

export function useThreadState(conversation: Conversation): ThreadState {
  return useSyncExternalStore(
    (listener) => conversation.subscribe(listener),
    () => conversation.getSnapshot(),
  )
}

/** Our conversation behind assistant-ui's primitives. Orchestrates and holds no logic. */
export function useStudioRuntime(
  conversation: Conversation,
  state: ThreadState,
  refuse: (problem: Sentence) => void,
  attached: Attached = NOTHING_ATTACHED,
): AssistantRuntime {
  const settle = async (action: Promise<Done>) => {
    const done = await action
    if (!done.ok) refuse(refusalSentence(done))
    return done.ok
  }
  const sendNew = async (text: string) => {
    const { attachments } = attached
    const more = attachments.flatMap(attachedParts)
    const isSent = await settle(conversation.send(more.length === 0 ? text : [{ type: 'text', text }, ...more]))
    if (isSent) attached.forget(attachments)
  }
  return useExternalStoreRuntime<ThreadMessage>({
    messages: state.messages,
    convertMessage: toThreadMessage,
    isRunning: state.status.kind === 'answering' || state.status.kind === 'running',
    onNew: (message) => sendNew(textOf(message)),
    onEdit: async (message) =>
      message.sourceId
        ? void (await settle(conversation.edit(message.sourceId, textOf(message))))
        : await sendNew(textOf(message)),
    onReload: async (_, config) => void (await settle(conversation.retry(config.sourceId ?? undefined))),
    onCancel: async () => conversation.stop(),
  })
}

type Content = Exclude<ThreadMessageLike['content'], string>

/** A message as the primitives want it. A call is only its key there: everything about it is in `ThreadState.calls`. */
function toThreadMessage(message: ThreadMessage): ThreadMessageLike {
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
