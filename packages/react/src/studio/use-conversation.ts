import type { Conversation } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { useEffect, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import type { StudioServices } from './studio-services.ts'

export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly conversation: Conversation }
  | { readonly kind: 'failed'; readonly error: Sentence }

const OPENING: Opening = { kind: 'opening' }

/** The open thread; closes it when another one is shown. */
export function useConversation(services: StudioServices, threadId: string): Opening {
  const [opened, setOpened] = useState<{ readonly id: string; readonly opening: Opening }>()
  useEffect(() => {
    let left = false
    let conversation: Conversation | undefined
    const keep = (opening: Opening) => {
      if (!left) setOpened({ id: threadId, opening })
      else if (opening.kind === 'open') opening.conversation.close()
      return opening
    }
    services.open(threadId).then(
      (open) => {
        conversation = open
        return keep({ kind: 'open', conversation: open })
      },
      (error: unknown) => keep({ kind: 'failed', error: errorSentence(error) }),
    )
    return () => {
      left = true
      conversation?.close()
    }
  }, [services, threadId])
  return opened?.id === threadId ? opened.opening : OPENING
}
