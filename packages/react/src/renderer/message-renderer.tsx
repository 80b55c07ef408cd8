import type { Conversation } from '@parley/browser'
import type { AssistantMessage } from '@parley/dialects'
import { useMemo } from 'react'
import { type CallSurroundings, CallSurroundingsProvider } from '../call-card/call-actions.tsx'
import { CallCard } from '../call-card/call-card.tsx'
import { CallGroupBar } from '../call-card/call-group-bar.tsx'
import { SeenCallsProvider } from '../call-card/pending/seen-calls.tsx'
import { AnswerText } from '../markdown/answer-text.tsx'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import { Reasoning } from '../thread/reasoning.tsx'
import type { CallStandOptions } from './call-stand.ts'
import { useCallStand } from './use-call-stand.ts'

export interface MessageRendererProps
  extends Omit<CallStandOptions, 'message'>,
    Partial<Pick<CallSurroundings, 'forms' | 'renders' | 'letterKeys'>> {
  /** A finished answer. Its id must be its own: what ran is remembered under it. */
  readonly message: AssistantMessage
}

/** An answer outside the studio: its words, and a card for each of its calls that asks before it runs. */
export function MessageRenderer(props: MessageRendererProps) {
  const stand = useCallStand(props)
  return stand ? <StandingMessage {...props} stand={stand} /> : null
}

interface StandingMessageProps extends Pick<MessageRendererProps, 'executor' | 'forms' | 'renders' | 'letterKeys'> {
  readonly stand: Conversation
}

/** The answer of a stand that somebody else has opened. */
export function StandingMessage({ stand, ...props }: StandingMessageProps) {
  const state = useThreadState(stand)
  const surroundings = useSurroundings(stand, props)
  const answer = state.messages.find((message) => message.role === 'assistant')
  if (answer?.role !== 'assistant') return null
  const calls = [...state.calls.values()]
  return (
    <CallSurroundingsProvider value={surroundings}>
      <SeenCallsProvider>
        <div className="space-y-3">
          {answer.parts.map((part, index) => {
            if (part.type === 'text') return <AnswerText key={index} text={part.text} open={false} />
            if (part.type === 'reasoning') return <Reasoning key={index} text={part.text} open={false} />
            const call = state.calls.get(part.key)
            return call && <CallCard key={part.key} call={call} ordinal={calls.indexOf(call) + 1} />
          })}
          <CallGroupBar messageId={answer.id} calls={calls} />
        </div>
      </SeenCallsProvider>
    </CallSurroundingsProvider>
  )
}

function useSurroundings(
  desk: Conversation,
  { executor, forms, renders, letterKeys = true }: Omit<StandingMessageProps, 'stand'>,
): CallSurroundings {
  return useMemo(
    () => ({ desk, executor, letterKeys, ...(forms && { forms }), ...(renders && { renders }) }),
    [desk, executor, forms, renders, letterKeys],
  )
}
