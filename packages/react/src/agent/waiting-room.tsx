import { BellRing, ChevronLeft, ChevronRight, Cloud, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useTalkWords } from '../language/talk-words.ts'
import { useWords } from '../language/words.tsx'
import { IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { countCalls, type WaitingThread } from './use-waiting-threads.ts'
import { WaitingCards } from './waiting-cards.tsx'

interface WaitingRoomProps {
  readonly services: StudioServices
  readonly waiting: readonly WaitingThread[]
  readonly onOpen: (threadId: string) => void
  readonly onClose: () => void
}

/** Every conversation that waits for its user, with what it waits for. */
export default function WaitingRoom({ services, waiting, onOpen, onClose }: WaitingRoomProps) {
  const words = useWords()
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.agent.room}
      shape="page"
      description={waiting.length === 0 ? words.agent.roomEmpty : words.agent.roomCount({ count: countCalls(waiting) })}
    >
      <ul className="-m-1 -mx-3 max-h-[35%] min-h-16 shrink overflow-y-auto p-1" data-testid="waiting-room">
        {waiting.map((thread) => (
          <li key={thread.id}>
            <button
              type="button"
              onClick={() => onOpen(thread.id)}
              className="flex w-full items-start gap-2.5 rounded-lg px-2 py-2 text-left hover:bg-well pointer-coarse:min-h-11"
            >
              <Place thread={thread} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium">{thread.title || words.thread.untitled}</span>
                {thread.calls.map((call, index) => (
                  <span key={index} className="block text-[13px] break-words text-soft">
                    {words.said(call)}
                  </span>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Desk services={services} waiting={waiting} />
      <NotifySwitch />
    </Dialog>
  )
}

/** Decides here what waits elsewhere: one conversation at a time, each card as it stands in its own. */
function Desk({ services, waiting }: Pick<WaitingRoomProps, 'services' | 'waiting'>) {
  const words = useTalkWords()
  const [chosen, setChosen] = useState<string>()
  const at = Math.max(
    0,
    waiting.findIndex(({ id }) => id === chosen),
  )
  const thread = waiting[at]
  if (!thread) return <div className="flex-1" />
  const step = (by: number) => setChosen(waiting[(at + by + waiting.length) % waiting.length]?.id)
  return (
    <section
      aria-label={words.room.decide}
      data-testid="waiting-desk"
      className="mt-3 flex min-h-0 flex-1 flex-col gap-2 border-t border-line pt-3 [&_kbd]:hidden"
    >
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate text-sm font-medium">
          {words.room.decide}
          {words.punctuation.colon}
          {thread.title || words.thread.untitled}
        </h3>
        {waiting.length > 1 && (
          <>
            <IconButton label={words.room.previous} onClick={() => step(-1)}>
              <ChevronLeft className="size-4" />
            </IconButton>
            <span className="text-[13px] text-soft">{words.dock.place({ place: at + 1, count: waiting.length })}</span>
            <IconButton label={words.room.next} onClick={() => step(1)}>
              <ChevronRight className="size-4" />
            </IconButton>
          </>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <WaitingCards key={thread.id} services={services} threadId={thread.id} />
      </div>
    </section>
  )
}

function Place({ thread }: { readonly thread: WaitingThread }) {
  const words = useWords()
  const Icon = thread.onServer ? Cloud : MessageCircle
  return (
    <span className="mt-0.5 text-faint" title={thread.onServer ? words.agent.onServer : words.agent.inBrowser}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{thread.onServer ? words.agent.onServer : words.agent.inBrowser}: </span>
    </span>
  )
}

/** Permission is asked for only here, and only when somebody wants it. */
function NotifySwitch() {
  const words = useWords()
  const [{ notify }, change] = useSettings()
  const [refused, setRefused] = useState(false)
  const toggle = async () => {
    if (notify) return change({ notify: false })
    const isGranted = typeof Notification !== 'undefined' && (await Notification.requestPermission()) === 'granted'
    setRefused(!isGranted)
    if (isGranted) change({ notify: true })
  }
  return (
    <div className="mt-3 border-t border-line pt-3">
      <label className="flex items-start gap-2.5 text-[13px]">
        <input type="checkbox" checked={notify} onChange={() => void toggle()} className="mt-0.5 size-4 accent-(--accent)" />
        <span>
          <span className="flex items-center gap-1.5 font-medium">
            <BellRing aria-hidden="true" className="size-3.5" />
            {words.agent.notify}
          </span>
          <span className="block text-xs text-faint">{words.agent.notifyHint}</span>
        </span>
      </label>
      <Problem text={refused ? words.agent.notifyRefused : undefined} />
    </div>
  )
}
