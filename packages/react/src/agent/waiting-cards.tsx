import type { Conversation } from '@parley/browser'
import { type ReactNode, useCallback } from 'react'
import { CallCardProvider } from '../call-card/call-actions.tsx'
import { CallDock } from '../call-card/dock/call-dock.tsx'
import { DockProvider } from '../call-card/dock/dock-context.tsx'
import { useWords } from '../language/words.tsx'
import { Problem } from '../parts/problem.tsx'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import type { StudioServices } from '../studio/studio-services.ts'
import { useCardContext } from '../studio/use-card-context.tsx'
import { useConversation } from '../studio/use-conversation.ts'

interface WaitingCardsProps {
  readonly services: StudioServices
  readonly threadId: string
}

/** What a conversation waits for, with the whole card and its buttons: the same as in the conversation itself. */
export function WaitingCards({ services, threadId }: WaitingCardsProps) {
  const words = useWords()
  const opening = useConversation(services, threadId)
  if (opening.kind === 'opening') return null
  if (opening.kind === 'failed') return <Problem text={words.said(opening.error)} />
  return <OpenCards services={services} conversation={opening.conversation} />
}

interface OpenCardsProps extends Omit<WaitingCardsProps, 'threadId'> {
  readonly conversation: Conversation
}

function OpenCards({ services, conversation }: OpenCardsProps): ReactNode {
  const state = useThreadState(conversation)
  // What a view would write belongs into the message field of its own conversation, which is not here.
  const write = useCallback(() => {}, [])
  const context = useCardContext(services, conversation, undefined, write)
  return (
    <CallCardProvider value={context}>
      <DockProvider calls={state.calls}>
        <CallDock calls={state.calls} />
      </DockProvider>
    </CallCardProvider>
  )
}
