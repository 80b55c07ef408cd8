import { BellRing, Cloud, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import { countCalls, type WaitingThread } from './use-waiting-threads.ts'

interface WaitingRoomProps {
  readonly waiting: readonly WaitingThread[]
  readonly onOpen: (threadId: string) => void
  readonly onClose: () => void
}

/** Every conversation that waits for its user, with what it waits for. */
export default function WaitingRoom({ waiting, onOpen, onClose }: WaitingRoomProps) {
  const words = useWords()
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.agent.room}
      description={waiting.length === 0 ? words.agent.roomEmpty : words.agent.roomCount({ count: countCalls(waiting) })}
    >
      <ul className="-m-1 -mx-3 min-h-0 flex-1 overflow-y-auto p-1" data-testid="waiting-room">
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
      <NotifySwitch />
    </Dialog>
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
