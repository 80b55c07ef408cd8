import { type Conversation, memoryThreadStorage } from '@parley/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../language/words.tsx'
import { type AnswerConversationOptions, openAnswerConversation } from './answer-conversation.ts'

/** The conversation of one finished message; opened once per message id. */
export function useAnswerConversation(options: AnswerConversationOptions): Conversation | undefined {
  const [conversation, setConversation] = useState<Conversation>()
  const [ownStorage] = useState(memoryThreadStorage)
  const tell = useEffectEvent<AnswerConversationOptions['onResult']>((result, call) => options.onResult(result, call))
  const spoken = useLanguage()
  const language = useEffectEvent(() => options.language?.() ?? spoken)
  const open = useEffectEvent((message: string, onResult: AnswerConversationOptions['onResult']) => {
    const own = { storage: options.storage ?? ownStorage, language: () => language(), onResult }
    return openAnswerConversation({ ...options, ...own, message: { ...options.message, id: message } })
  })
  const { id } = options.message
  useEffect(() => {
    let left = false
    let opened: Conversation | undefined
    const tellHere: AnswerConversationOptions['onResult'] = (result, call) => {
      if (!left) tell(result, call)
    }
    const begin = async () => {
      // React's strict mode draws everything twice: what is left again at once must not have started a tool.
      await Promise.resolve()
      if (left) return
      opened = await open(id, tellHere)
      if (left) opened.close()
      else setConversation(opened)
    }
    void begin()
    return () => {
      left = true
      opened?.close()
    }
  }, [id])
  return conversation
}
