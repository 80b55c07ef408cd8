import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { DialogAway } from '../parts/dialog-away.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { goToThread } from '../studio/thread-address.ts'
import { useWaitingNotice } from './use-waiting-notice.ts'
import { useWaitingThreads, type WaitingThread } from './use-waiting-threads.ts'
import { WaitingButton } from './waiting-button.tsx'

const WaitingRoom = fetchedPart(() => import('./waiting-room.tsx'))

interface Room {
  readonly waiting: readonly WaitingThread[]
  readonly room: ReactNode
  readonly roomDialog: ReactNode
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
    room: <WaitingButton waiting={waiting} onOpen={() => setOpen(true)} />,
    roomDialog: open && (
      <WhenFetched waiting={null} failed={<DialogAway title={words.agent.room} onClose={() => setOpen(false)} />}>
        <WaitingRoom waiting={waiting} onOpen={go} onClose={() => setOpen(false)} />
      </WhenFetched>
    ),
  }
}
