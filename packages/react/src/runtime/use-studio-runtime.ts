import { type AppendMessage, type AssistantRuntime, useExternalStoreRuntime } from '@assistant-ui/react'
import type { Conversation, Done, ThreadMessage, ThreadState } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { useSyncExternalStore } from 'react'
import { refusalSentence } from '../language/sentences.ts'
import { toThreadMessage } from './to-thread-message.ts'

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
): AssistantRuntime {
  const settle = async (action: Promise<Done>) => {
    const done = await action
    if (!done.ok) refuse(refusalSentence(done))
  }
  return useExternalStoreRuntime<ThreadMessage>({
    messages: state.messages,
    convertMessage: toThreadMessage,
    isRunning: state.status.kind === 'answering' || state.status.kind === 'running',
    onNew: (message) => settle(conversation.send(textOf(message))),
    onEdit: (message) =>
      settle(message.sourceId ? conversation.edit(message.sourceId, textOf(message)) : conversation.send(textOf(message))),
    onReload: (_, config) => settle(conversation.retry(config.sourceId ?? undefined)),
    onCancel: async () => conversation.stop(),
  })
}
