import type { CallState, KnownCall } from '@parley/browser'
import { memo } from 'react'
import { useWords } from '../language/words.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { Problem } from '../parts/problem.tsx'
import { useCallCard } from './call-actions.tsx'
import { useDock } from './dock/dock-context.tsx'
import { WaitingLine } from './dock/waiting-line.tsx'
import { KnownCallCard } from './known-call-card.tsx'
import type { MalformedCallCardProps } from './malformed-call-card.tsx'
import { isDrawn, RenderedCall } from './rendered-call.tsx'
import { StreamingCallCard } from './streaming-call-card.tsx'

const UNREAD = new Set<CallState['stage']>(['malformed', 'resent', 'as-text'])

interface CallCardProps {
  readonly call: CallState
  /** Its number in the thread, from 1. */
  readonly ordinal: number
}

/** One call from its first streamed character to its settled result. */
export const CallCard = memo(function CallCard(props: CallCardProps) {
  return (
    <div data-parley="">
      <StagedCallCard {...props} />
    </div>
  )
})

/** While it waits in a dock, only a line of it stands here. */
function StagedCallCard({ call, ordinal }: CallCardProps) {
  const { renders } = useCallCard()
  const dock = useDock()
  if (call.stage === 'streaming') return <StreamingCallCard call={call} ordinal={ordinal} />
  if (dock?.waiting.some((other) => other.key === call.key)) return <WaitingLine call={call} dock={dock} />
  const render = renders?.get(call.record.call.name)
  if (render && isDrawn(call.stage)) return <RenderedCall call={call} render={render} />
  return <ReadCallCard call={call} ordinal={ordinal} />
}

const InnerCallRows = fetchedPart(() => import('./inner/inner-call-rows.tsx'))

const drawInner = (call: KnownCall) => <StagedCallCard call={call} ordinal={call.record.position + 1} />

/** What a program called stands in its card. */
function Inner({ call }: { readonly call: KnownCall }) {
  return (
    <WhenFetched waiting={null} failed={null}>
      <InnerCallRows program={call.key} draw={drawInner} />
    </WhenFetched>
  )
}

const Malformed = fetchedPart(async () => ({ default: (await import('./malformed-call-card.tsx')).MalformedCallCard }))

/** Most calls can be read: the card of one that cannot comes when it is needed. */
function UnreadCallCard(props: MalformedCallCardProps) {
  const words = useWords()
  return (
    <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
      <Malformed {...props} />
    </WhenFetched>
  )
}

/** The card itself, with everything that can be decided on it. */
export function ReadCallCard({ call, ordinal }: { readonly call: KnownCall; readonly ordinal: number }) {
  const { viewOf, executor } = useCallCard()
  const { broken, replay } = call.record
  const tool = executor.find(call.record.call.name)
  const isProgram = replay !== undefined || tool?.program !== undefined || tool?.mayCall !== undefined
  if (broken && UNREAD.has(call.stage)) return <UnreadCallCard call={call} broken={broken} ordinal={ordinal} />
  return (
    <>
      <KnownCallCard call={call} ordinal={ordinal} {...(isProgram && { inner: <Inner call={call} /> })} />
      {call.stage === 'succeeded' && viewOf?.(call)}
    </>
  )
}
