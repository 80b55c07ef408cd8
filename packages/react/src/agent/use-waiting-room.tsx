import { Hourglass } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { goToThread } from '../studio/thread-address.ts'
import { countCalls, useWaitingThreads, type WaitingThread } from './use-waiting-threads.ts'

const WaitingRoom = fetchedPart(() => import('./waiting-room.tsx'))

interface Room {
  readonly waiting: readonly WaitingThread[]
  readonly room: ReactNode
  readonly roomDialog: ReactNode
  readonly openRoom: () => void
}

/** The waiting room with its two ways in: a button, and Ctrl+F8. */
export function useWaitingRoom(services: StudioServices): Room {
  const words = useWords()
  const [open, setOpen] = useState(false)
  const waiting = useWaitingThreads(services)
  useWaitingNotice(waiting)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  const go = (threadId: string) => {
    setOpen(false)
    goToThread(threadId)
  }
  return {
    waiting,
    openRoom: () => setOpen(true),
    room: <WaitingButton waiting={waiting} onOpen={() => setOpen(true)} />,
    roomDialog: open && (
      <WhenFetched waiting={null} failed={<DialogAway title={words.agent.room} onClose={() => setOpen(false)} />}>
        <WaitingRoom services={services} waiting={waiting} onOpen={go} onClose={() => setOpen(false)} />
      </WhenFetched>
    ),
  }
}

/** A message of the system when more waits than before and nobody looks at the page. Only for who asked for it. */
function useWaitingNotice(waiting: readonly WaitingThread[]): void {
  const words = useWords()
  const [{ notify }] = useSettings()
  const before = useRef(0)
  const count = countCalls(waiting)
  useEffect(() => {
    const isMore = count > before.current
    before.current = count
    const [first] = waiting
    if (!isMore || !first || !notify || document.visibilityState === 'visible') return
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    const notice = new Notification(words.agent.notice({ count }), {
      body: waiting.map(({ title, calls }) => `${title}: ${calls.join(', ')}`).join('\n'),
      tag: 'parley-waiting',
      icon: '/icon.svg',
    })
    notice.addEventListener('click', () => {
      window.focus()
      goToThread(first.id)
      notice.close()
    })
  }, [count, waiting, notify, words])
}

/** The way into the waiting room, with the number of calls. */
function WaitingButton({ waiting, onOpen }: { readonly waiting: readonly WaitingThread[]; readonly onOpen: () => void }) {
  const words = useWords()
  const count = countCalls(waiting)
  return (
    <Button
      tone="quiet"
      data-testid="waiting-button"
      aria-keyshortcuts="Control+F8"
      onClick={onOpen}
      className="w-full !justify-start"
    >
      <Hourglass aria-hidden="true" className="size-4" />
      <span className="flex-1 text-left">{words.agent.room}</span>
      {count > 0 && <span className="rounded-full bg-wait-wash px-1.5 text-[11px] font-semibold text-wait">{count}</span>}
      <KeyHint keys="Mod+F8" />
    </Button>
  )
}
