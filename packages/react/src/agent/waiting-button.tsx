import { Hourglass } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import { countCalls, type WaitingThread } from './use-waiting-threads.ts'

/** The way into the waiting room, with the number of calls. */
export function WaitingButton({ waiting, onOpen }: { readonly waiting: readonly WaitingThread[]; readonly onOpen: () => void }) {
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
