import { type Conversation, memoryThreadStorage } from '@parley/browser'
import type { AssistantMessage } from '@parley/dialects'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type CallCardContext, CallCardProvider } from '../call-card/call-actions.tsx'
import { CallCard } from '../call-card/call-card.tsx'
import { CallGroupBar } from '../call-card/call-group-bar.tsx'
import { GrantChips } from '../call-card/effects/grant-chips.tsx'
import { InnerCallsProvider } from '../call-card/inner/inner-calls-context.tsx'
import { SeenCallsProvider } from '../call-card/pending/seen-calls.tsx'
import { useLanguage } from '../language/words.tsx'
import { AnswerText } from '../markdown/answer-text.tsx'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import { Reasoning } from '../thread/reasoning.tsx'
import { type AnswerConversationOptions, openAnswerConversation } from './answer-conversation.ts'

export interface MessageRendererProps
  extends Omit<AnswerConversationOptions, 'message'>,
    Partial<Pick<CallCardContext, 'forms' | 'renders' | 'letterKeys'>> {
  /** A finished answer. Its id must be its own: what ran is remembered under it. */
  readonly message: AssistantMessage
}

/** An answer outside the studio: its words, and a card for each of its calls that asks before it runs. */
export function MessageRenderer(props: MessageRendererProps) {
  const conversation = useAnswerConversation(props)
  return conversation ? <OpenedMessage {...props} conversation={conversation} /> : null
}

interface OpenedMessageProps extends Pick<MessageRendererProps, 'executor' | 'forms' | 'renders' | 'letterKeys'> {
  readonly conversation: Conversation
}

/** The answer of a conversation that somebody else has opened. */
export function OpenedMessage({ conversation, ...props }: OpenedMessageProps) {
  const state = useThreadState(conversation)
  const context = useCardContext(conversation, props)
  const answer = state.messages.find((message) => message.role === 'assistant')
  if (answer?.role !== 'assistant') return null
  const calls = [...state.calls.values()]
  return (
    <CallCardProvider value={context}>
      <SeenCallsProvider>
        <InnerCallsProvider calls={state.calls}>
          <div data-parley="">
            <div className="space-y-3">
              {answer.parts.map((part, index) => {
                if (part.type === 'text') return <AnswerText key={index} text={part.text} open={false} />
                if (part.type === 'reasoning') return <Reasoning key={index} text={part.text} open={false} />
                const call = state.calls.get(part.key)
                return call && <CallCard key={part.key} call={call} ordinal={calls.indexOf(call) + 1} />
              })}
              <CallGroupBar messageId={answer.id} calls={calls} />
              <GrantChips grants={conversation.grants} threadId={conversation.id} calls={calls} />
            </div>
          </div>
        </InnerCallsProvider>
      </SeenCallsProvider>
    </CallCardProvider>
  )
}

function useCardContext(
  actions: Conversation,
  { executor, forms, renders, letterKeys = true }: Omit<OpenedMessageProps, 'conversation'>,
): CallCardContext {
  return useMemo(
    () => ({ actions, executor, letterKeys, ...(forms && { forms }), ...(renders && { renders }) }),
    [actions, executor, forms, renders, letterKeys],
  )
}

/** The conversation of one finished message; opened once per message id. */
function useAnswerConversation(options: AnswerConversationOptions): Conversation | undefined {
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
