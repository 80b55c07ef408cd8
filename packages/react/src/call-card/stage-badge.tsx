import type { CallState } from '@parley/browser'
import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleSlash,
  Clock,
  type LucideIcon,
  MailCheck,
  PencilLine,
  RotateCcw,
  Square,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Words } from '../language/words.tsx'

type Tone = 'quiet' | 'wait' | 'busy' | 'good' | 'bad'

const LOOKS: { readonly [Stage in CallState['stage']]: readonly [icon: LucideIcon, tone: Tone] } = {
  streaming: [PencilLine, 'busy'],
  malformed: [CircleAlert, 'bad'],
  resent: [RotateCcw, 'quiet'],
  'as-text': [CircleSlash, 'quiet'],
  judging: [CircleDashed, 'quiet'],
  awaiting: [CircleHelp, 'wait'],
  queued: [Clock, 'quiet'],
  running: [CircleDashed, 'busy'],
  asking: [CircleHelp, 'wait'],
  review: [MailCheck, 'wait'],
  interrupted: [CirclePause, 'wait'],
  succeeded: [CircleCheck, 'good'],
  failed: [CircleAlert, 'bad'],
  blocked: [Ban, 'bad'],
  rejected: [CircleSlash, 'quiet'],
  stopped: [Square, 'quiet'],
  'timed-out': [Clock, 'bad'],
  expired: [Clock, 'quiet'],
}

const TONES: { readonly [Name in Tone]: string } = {
  quiet: 'text-soft bg-well',
  wait: 'text-wait bg-wait-wash',
  busy: 'text-parley bg-parley-wash',
  good: 'text-good bg-good-wash',
  bad: 'text-bad bg-bad-wash',
}

export const seconds = (milliseconds: number): number =>
  milliseconds < 10_000 ? Math.max(1, Math.round(milliseconds / 100)) / 10 : Math.round(milliseconds / 1000)

const span = (call: CallState): number | undefined => {
  if (!('record' in call)) return undefined
  const { startedAt, endedAt } = call.record
  return startedAt !== undefined && endedAt !== undefined ? endedAt - startedAt : undefined
}

/** It was read, and waits to be taken up: nothing about it is broken. */
export const isOffer = (call: CallState): boolean =>
  call.stage === 'malformed' && 'record' in call && call.record.broken?.offer !== undefined

/** The state of a call in words, as the badge shows it and as the heading says it. */
export function badgeText(call: CallState, words: Words, now: number): string {
  const { badge } = words.call
  const elapsed = span(call)
  switch (call.stage) {
    case 'queued':
      return 'place' in call ? badge.queued({ place: call.place.index + 1, count: call.place.count }) : badge.judging
    case 'running':
      return badge.running({
        seconds: 'record' in call ? Math.max(0, Math.floor((now - (call.record.startedAt ?? now)) / 1000)) : 0,
      })
    case 'succeeded':
      return elapsed === undefined ? badge.succeededUntimed : badge.succeeded({ seconds: seconds(elapsed) })
    case 'timed-out':
      return elapsed === undefined ? badge.timedOutUntimed : badge.timedOut({ seconds: seconds(elapsed) })
    case 'as-text':
      return badge.asText
    case 'malformed':
      return isOffer(call) ? badge.offered : badge.malformed
    default:
      return badge[call.stage]
  }
}

const everySecond = (listener: () => void) => {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}
const never = () => () => {}
const wholeSecond = () => Math.floor(Date.now() / 1000) * 1000

/** The time to the second, while `ticking`. */
export function useNow(ticking: boolean): number {
  return useSyncExternalStore(ticking ? everySecond : never, ticking ? wholeSecond : () => 0)
}

export function StageBadge({ call, text }: { readonly call: CallState; readonly text: string }) {
  const [Icon, tone] = LOOKS[isOffer(call) ? 'awaiting' : call.stage]
  return (
    <span
      data-testid="call-badge"
      className={`inline-flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium ${TONES[tone]}`}
    >
      <Icon aria-hidden="true" className={`size-3.5 ${tone === 'busy' ? 'animate-pulse' : ''}`} />
      {text}
    </span>
  )
}
