import type { ServerSide } from '@parley/browser'
import { Cloud, CloudCog, CloudOff, CloudUpload, History, type LucideIcon } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'

type Mark = 'moving' | 'idle' | 'running' | 'waiting' | 'failed' | 'lost'

const ICONS: { readonly [Name in Mark]: LucideIcon } = {
  moving: CloudUpload,
  idle: Cloud,
  running: CloudCog,
  waiting: Cloud,
  failed: CloudOff,
  lost: CloudOff,
}

const markOf = ({ reachable, status }: ServerSide): Mark => (reachable ? (status ?? 'moving') : 'lost')

interface ServerMarkProps {
  readonly server: ServerSide
  readonly timelineOpen: boolean
  readonly onTimeline: () => void
}

/** Stays in sight as long as the conversation lives on the server: a person knows whether the page may be closed. */
export function ServerMark({ server, timelineOpen, onTimeline }: ServerMarkProps) {
  const words = useWords()
  const mark = markOf(server)
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
