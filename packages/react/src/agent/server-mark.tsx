import type { ServerSide } from '@parley/browser'
import { Bot, Cloud, CloudCog, CloudOff, CloudUpload, History, type LucideIcon } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'

type Mark = 'guest' | 'moving' | 'idle' | 'running' | 'program' | 'waiting' | 'failed' | 'lost'

const ICONS: { readonly [Name in Mark]: LucideIcon } = {
  guest: Bot,
  moving: CloudUpload,
  idle: Cloud,
  running: CloudCog,
  program: CloudCog,
  waiting: Cloud,
  failed: CloudOff,
  lost: CloudOff,
}

function markOf({ server: { reachable, status }, isGuest, runsProgram }: ServerMarkProps): Mark {
  if (!reachable) return 'lost'
  if (runsProgram) return 'program'
  return isGuest ? 'guest' : (status ?? 'moving')
}

interface ServerMarkProps {
  readonly server: ServerSide
  /** Whether it holds the calls of somebody else's agent. */
  readonly isGuest: boolean
  /** Whether a page runs a program that the server waits for: without a page it does not go on. */
  readonly runsProgram: boolean
  readonly timelineOpen: boolean
  readonly onTimeline: () => void
}

/** Stays in sight as long as the conversation lives on the server: a person knows whether the page may be closed. */
export function ServerMark(props: ServerMarkProps) {
  const { timelineOpen, onTimeline } = props
  const words = useWords()
  const mark = markOf(props)
  const Icon = ICONS[mark]
  const isBad = mark === 'lost' || mark === 'failed'
  return (
    <section
      aria-label={words.agent.markLabel}
      data-testid="server-mark"
      data-mark={mark}
      className={`flex items-center gap-2 border-b px-4 py-1 text-[13px] max-sm:px-3 ${isBad ? 'border-wait/40 bg-wait-wash text-wait' : 'border-line bg-parley-wash text-parley'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span role="status" className="min-w-0 flex-1">
        {words.agent.mark[mark]}
      </span>
      <Button tone="quiet" aria-pressed={timelineOpen} onClick={onTimeline} className="min-h-7 shrink-0">
        <History aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{words.agent.timeline}</span>
      </Button>
    </section>
  )
}
