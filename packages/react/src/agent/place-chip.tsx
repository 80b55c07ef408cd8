import type { ServerSide, ServerThreadList, ThreadMoves } from '@parley/browser'
import { Bot, ChevronDown, Cloud, CloudCog, CloudOff, CloudUpload, History, type LucideIcon, MessageCircle } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Menu } from '../parts/menu.tsx'
import { Problem } from '../parts/problem.tsx'
import { usePress } from '../parts/use-press.ts'
import type { StudioServices } from '../studio/studio-services.ts'

interface PlaceChipProps {
  readonly moves: ThreadMoves
  /** Absent: the thread lives in this browser. */
  readonly server: ServerSide | undefined
}

/** Chat · Agent: where the conversation lives, and who works on it. */
export function PlaceChip({ moves, server }: PlaceChipProps) {
  const words = useWords()
  const [asking, setAsking] = useState(false)
  const { problem, busy, press } = usePress()
  const onServer = server !== undefined
  const Icon = onServer ? Cloud : MessageCircle
  const leave = () => {
    setAsking(false)
    press(() => moves.moveTo('browser'))
  }
  return (
    <>
      <Menu
        label={words.agent.place}
        side="top"
        trigger={
          <Button tone="quiet" data-testid="place-chip" disabled={busy} className={onServer ? 'text-parley' : 'text-soft'}>
            <span className="sr-only">{words.agent.place}: </span>
            <Icon aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">{onServer ? words.agent.agent : words.agent.chat}</span>
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </Button>
        }
        choices={[
          {
            id: 'chat',
            checked: !onServer,
            icon: <MessageCircle aria-hidden="true" />,
            label: words.agent.chat,
            hint: words.agent.chatHint,
            onSelect: () => (server?.status === undefined ? leave() : setAsking(true)),
          },
          {
            id: 'agent',
            checked: onServer,
            icon: <Cloud aria-hidden="true" />,
            label: words.agent.agent,
            hint: words.agent.agentHint,
            onSelect: () => press(() => moves.moveTo('server')),
          },
        ]}
      />
      <Problem text={problem} />
      <Dialog open={asking} onClose={() => setAsking(false)} title={words.agent.backTitle} description={words.agent.backText}>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setAsking(false)}>{words.action.cancel}</Button>
          <Button tone="primary" onClick={leave}>
            {words.agent.backYes}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

type Mark = 'guest' | 'moving' | 'idle' | 'running' | 'waiting' | 'failed' | 'lost'

const ICONS: { readonly [Name in Mark]: LucideIcon } = {
  guest: Bot,
  moving: CloudUpload,
  idle: Cloud,
  running: CloudCog,
  waiting: Cloud,
  failed: CloudOff,
  lost: CloudOff,
}

function markOf({ reachable, status }: ServerSide, isGuest: boolean): Mark {
  if (!reachable) return 'lost'
  return isGuest ? 'guest' : (status ?? 'moving')
}

interface ServerMarkProps {
  readonly server: ServerSide
  /** Whether it holds the calls of somebody else's agent. */
  readonly isGuest: boolean
  readonly timelineOpen: boolean
  readonly onTimeline: () => void
}

/** Stays in sight as long as the conversation lives on the server: a person knows whether the page may be closed. */
export function ServerMark({ server, isGuest, timelineOpen, onTimeline }: ServerMarkProps) {
  const words = useWords()
  const mark = markOf(server, isGuest)
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

const never = () => () => {}

/** The threads of the server as they were last seen. Undefined: the studio was opened without one. */
export function useServerThreads({ serverThreads }: StudioServices): ServerThreadList | undefined {
  return useSyncExternalStore(serverThreads?.subscribe ?? never, () => serverThreads?.getSnapshot())
}
