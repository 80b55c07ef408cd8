import { type Conversation, isGuestThread, type ThreadState } from '@parley/browser'
import { useEffect } from 'react'
import { useSettings } from '../settings/use-settings.tsx'

/** An older conversation keeps the title it is known by. */
const FRESH_MS = 60_000

/** After the first answer the model is asked for a title, once. `canName`: not the demo, which would only repeat its rules. */
export function useWrittenTitle(conversation: Conversation, state: ThreadState, canName: boolean): void {
  const [{ titles }] = useSettings()
  const { messages, status } = state
  const last = messages.at(-1)
  const isFirst = messages.filter(({ role }) => role === 'user').length === 1
  const isWhole = last?.role === 'assistant' && last.progress === 'whole' && status.kind === 'idle'
  const wants = titles && canName && isFirst && isWhole && !isGuestThread(conversation.id)
  const since = last?.createdAt ?? 0
  useEffect(() => {
    if (!wants || Date.now() - since > FRESH_MS) return
    void conversation.writeTitle()
  }, [wants, since, conversation])
}
