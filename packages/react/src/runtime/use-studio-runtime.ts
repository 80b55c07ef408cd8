import { type AppendMessage, type AssistantRuntime, type ThreadMessageLike, useExternalStoreRuntime } from '@assistant-ui/react'
import type { AnswerMessage, Conversation, Done, ThreadMessage, ThreadState } from '@parley/browser'
import type { FilePart, Sentence, TextPart } from '@parley/dialects'
import { useSyncExternalStore } from 'react'
import { refusalSentence } from '../language/sentences.ts'
import { readAttached } from '../thread/attached/attachment.ts'

/** The words of a message that the composer hands over. */
const textOf = (message: AppendMessage): string =>
  message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')

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
  /** How a new message is said. Absent: by its words alone. */
  say: (text: string) => Promise<Done> = (text) => conversation.send(text),
): AssistantRuntime {
  const settle = async (action: Promise<Done>) => {
    const done = await action
    if (!done.ok) refuse(refusalSentence(done))
    return done.ok
  }
  const sendNew = async (text: string) => {
    if (await settle(say(text))) return
    // The field is empty by now; what did not go stands in it again.
    const { composer } = runtime.thread
    if (composer.getState().text === '') composer.setText(text)
  }
  const runtime: AssistantRuntime = useExternalStoreRuntime<ThreadMessage>({
    messages: state.messages,
    convertMessage: toThreadMessage,
    isRunning: state.status.kind === 'answering' || state.status.kind === 'running',
    onNew: (message) => sendNew(textOf(message)),
    onEdit: async (message) =>
      message.sourceId
        ? void (await settle(conversation.edit(message.sourceId, edited(state, message.sourceId, textOf(message)))))
        : await sendNew(textOf(message)),
    onReload: async (_, config) => void (await settle(conversation.retry(config.sourceId ?? undefined))),
    onCancel: async () => conversation.stop(),
  })
  return runtime
}

/** Other words, with all that went with the former ones. */
function edited({ messages }: ThreadState, id: string, text: string): string | readonly (TextPart | FilePart)[] {
  const former = messages.find((message) => message.id === id)
  const more = former?.role === 'user' ? former.parts.filter((part) => !isOwnWords(part)) : []
  return more.length === 0 ? text : [{ type: 'text', text }, ...more]
}

const isOwnWords = (part: TextPart | FilePart): part is TextPart => part.type === 'text' && !readAttached(part.text)

type Content = Exclude<ThreadMessageLike['content'], string>

/** A message as the primitives want it. A call is only its key there: everything about it is in `ThreadState.calls`. */
function toThreadMessage(message: ThreadMessage): ThreadMessageLike {
  const shared = { id: message.id, createdAt: new Date(message.createdAt) }
  if (message.role === 'user')
    return {
      ...shared,
      role: 'user',
      // What went with it is drawn from our own state, and is not to be edited as words.
      content: message.parts.filter(isOwnWords).map(({ text }) => ({ type: 'text' as const, text })),
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
