import { type Conversation, isGuestThread, type ThreadState } from '@parley/browser'
import { useEffect } from 'react'
import { readModelList } from '../model/model-list.ts'
import { useSettings } from '../settings/use-settings.tsx'

/** An older conversation keeps the title it is known by. */
const FRESH_MS = 60_000

/** After the first answer the model is asked for a title, once. Not the demo, which would only repeat its rules. */
export function useWrittenTitle(conversation: Conversation, state: ThreadState): void {
  const [{ titles }] = useSettings()
  const { messages, status } = state
  const last = messages.at(-1)
  const isFirst = messages.filter(({ role }) => role === 'user').length === 1
  const isWhole = last?.role === 'assistant' && last.progress === 'whole' && status.kind === 'idle'
  const model = last?.role === 'assistant' ? last.model : ''
  const wants = titles && isFirst && isWhole && !isGuestThread(conversation.id)
  const since = last?.createdAt ?? 0
  useEffect(() => {
    if (!wants || Date.now() - since > FRESH_MS) return
    void isDemo(model).then((demo) => (demo ? undefined : conversation.writeTitle()))
  }, [wants, since, model, conversation])
}

/** Whoever cannot be asked about is not asked for anything. */
async function isDemo(model: string): Promise<boolean> {
  try {
    const response = await fetch('/api/models')
    const { models } = readModelList(await response.json())
    return models.some(({ id, demo }) => demo && id === model)
  } catch {
    return true
  }
}
