import type { Conversation } from '@parley/browser'
import { PanelLeft, PanelRight, Settings2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWords } from '../language/words.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { partBesideComposer, WhenFetched } from '../parts/fetched.tsx'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import { SIDE_TABS, type Side, type SideTab } from './side/side-place.ts'
import type { StudioServices } from './studio-services.ts'
import { useWide } from './use-wide.ts'

const PlaceSwitch = partBesideComposer(() => import('../agent/place-switch.tsx'))
const TalkMenu = partBesideComposer(() => import('../talk/talk-menu.tsx'))

interface TopBarProps {
  readonly services: StudioServices
  /** Absent while it is being opened. */
  readonly conversation: Conversation | undefined
  readonly side: Side
  /** Calls that wait, in all threads. */
  readonly waiting: number
  readonly onThreads: () => void
  readonly onSettings: () => void
}

export function TopBar({ services, conversation, side, waiting, onThreads, onSettings }: TopBarProps) {
  const words = useWords()
  return (
    <header className="@container flex h-13 shrink-0 items-center gap-1 border-b border-line px-2">
      <IconButton
        label={waiting > 0 ? `${words.panel.threads}, ${words.agent.roomCount({ count: waiting })}` : words.panel.threads}
        onClick={onThreads}
      >
        <PanelLeft className="size-4.5" />
        {waiting > 0 && (
          <span className="absolute -top-0.5 -right-0.5 rounded-full bg-wait px-1 text-[10px] leading-4 font-semibold text-paper">
            {waiting}
          </span>
        )}
      </IconButton>
      <h1 className="min-w-0 flex-1 truncate px-1 text-sm font-medium">
        {conversation && <Title conversation={conversation} />}
      </h1>
      {conversation && (
        <WhenFetched waiting={null} failed={null}>
          <PlaceSwitch services={services} conversation={conversation} />
          <TalkMenu services={services} conversation={conversation} />
        </WhenFetched>
      )}
      <SideButtons side={side} />
      <IconButton label={words.panel.settings} onClick={onSettings}>
        <Settings2 className="size-4.5" />
      </IconButton>
    </header>
  )
}

/** The tabs of the side while it is closed; one button where there is no room for their names. */
function SideButtons({ side: { place, show } }: { readonly side: Side }) {
  const words = useWords()
  const beside = useWide(1100)
  const left = useRef<SideTab>(undefined)
  const buttons = useRef<HTMLDivElement>(null)
  // Whoever closes the side by its button would be left nowhere.
  useEffect(() => {
    if (!place && left.current && document.activeElement === document.body)
      buttons.current?.querySelector<HTMLElement>(`[data-side="${left.current}"]`)?.focus()
    left.current = place?.tab
  }, [place])
  if (!beside)
    return (
      <IconButton label={words.panel.show({ name: words.panel.side })} data-action="side" onClick={() => show()}>
        <PanelRight className="size-4.5" />
      </IconButton>
    )
  if (place) return null
  return (
    <div ref={buttons} className="flex">
      {SIDE_TABS.map((tab) => (
        <Button
          key={tab}
          tone="quiet"
          data-side={tab}
          aria-label={words.panel.show({ name: words.panel[tab] })}
          onClick={() => show({ tab })}
          className="px-2.5"
        >
          {words.panel[tab]}
        </Button>
      ))}
    </div>
  )
}

function Title({ conversation }: { readonly conversation: Conversation }) {
  const words = useWords()
  return useThreadState(conversation).title || words.thread.untitled
}
