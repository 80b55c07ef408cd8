import type { CallState } from '@parley/browser'
import { memo } from 'react'
import { useCallSurroundings } from './call-actions.tsx'
import { KnownCallCard } from './known-call-card.tsx'
import { MalformedCallCard } from './malformed-call-card.tsx'
import { isDrawn, RenderedCall } from './rendered-call.tsx'
import { StreamingCallCard } from './streaming-call-card.tsx'

const UNREAD = new Set<CallState['stage']>(['malformed', 'resent', 'as-text'])

interface CallCardProps {
  readonly call: CallState
  /** Its number in the thread, from 1. */
  readonly ordinal: number
}

/** One call from its first streamed character to its settled result. */
export const CallCard = memo(function CallCard({ call, ordinal }: CallCardProps) {
  const { renders } = useCallSurroundings()
  if (call.stage === 'streaming') return <StreamingCallCard call={call} ordinal={ordinal} />
  const { broken } = call.record
  if (broken && UNREAD.has(call.stage)) return <MalformedCallCard call={call} broken={broken} ordinal={ordinal} />
  const render = renders?.get(call.record.call.name)
  if (render && isDrawn(call.stage)) return <RenderedCall call={call} render={render} />
  return <KnownCallCard call={call} ordinal={ordinal} />
})
