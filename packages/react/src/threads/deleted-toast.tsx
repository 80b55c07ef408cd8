import type { Sentence } from '@parley/dialects'
import { X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { errorSentence } from '../language/sentences.ts'
import { useTalkWords } from '../language/talk-words.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { goToThread, newThreadId, useThreadAddress } from '../studio/thread-address.ts'
import { useStorageChanges } from '../studio/use-storage-changes.ts'
import { forgetDraft } from '../thread/kept-draft.ts'
import { type DeletedThread, removeForGood, sweep, takeBack } from './deleted-threads.ts'

/** What was deleted, and the way back, until it is gone for good. After a reload it is there for the rest of its time. */
export default function DeletedToast({ services }: { readonly services: StudioServices }) {
  const words = useTalkWords()
  const [deleted, setDeleted] = useState<readonly DeletedThread[]>([])
  const [problem, setProblem] = useState<Sentence>()
  const look = useCallback(
    () => sweep(services, Date.now()).then(setDeleted, (error: unknown) => setProblem(errorSentence(error))),
    [services],
  )
  useStorageChanges(services, look)
  useEffect(() => {
    const next = Math.min(...deleted.map(({ until }) => until))
    if (!Number.isFinite(next)) return undefined
    const timer = setTimeout(() => void look(), Math.max(0, next - Date.now()) + 1)
    return () => clearTimeout(timer)
  }, [deleted, look])
  const current = useThreadAddress()
  const isShown = deleted.some(({ id }) => id === current)
  useEffect(() => {
    // Deleted in another tab, or come back to by the history of this one: nothing said in it would stay.
    if (isShown) goToThread(newThreadId())
  }, [isShown])
  const undo = async (id: string) => {
    await takeBack(services, id)
    setDeleted((before) => before.filter((thread) => thread.id !== id))
    goToThread(id)
  }
  const finish = (id: string) => {
    forgetDraft(id)
    removeForGood(services, id).catch((error: unknown) => setProblem(errorSentence(error)))
  }
  if (deleted.length === 0 && !problem) return null
  return (
    <div
      role="status"
      data-testid="deleted"
      className="fixed bottom-4 left-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 max-sm:top-16 max-sm:bottom-auto"
    >
      <Problem text={problem} onClose={() => setProblem(undefined)} />
      {deleted.map(({ id, title }) => (
        <div
          key={id}
          className="parley-rises flex items-center gap-2 rounded-xl border border-line bg-sheet py-1.5 pr-1.5 pl-4 text-[13px] shadow-lg shadow-black/10"
        >
          <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
            {words.talks.deleted({ title: title || words.thread.untitled })}
          </span>
          <Button onClick={() => void undo(id)}>{words.talks.undo}</Button>
          <IconButton label={words.talks.deleteNow} onClick={() => finish(id)}>
            <X className="size-4" />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
