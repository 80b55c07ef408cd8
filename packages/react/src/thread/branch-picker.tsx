import type { Branch } from '@parley/browser'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { IconButton } from '../parts/button.tsx'
import { useOpenThread } from './open-thread.tsx'

/** Which of several versions of a message is shown. */
export function BranchPicker({ branch }: { readonly branch: Branch }) {
  const words = useWords()
  const { conversation } = useOpenThread()
  const { index, ids } = branch
  if (ids.length < 2) return null
  const go = (step: number) => {
    const id = ids[index + step]
    if (id !== undefined) void conversation.switchTo(id)
  }
  return (
    <span className="inline-flex items-center text-xs text-faint">
      <IconButton label={words.thread.previousBranch} disabled={index === 0} onClick={() => go(-1)}>
        <ChevronLeft className="size-4" />
      </IconButton>
      <span>
        <span className="sr-only">{words.thread.branch({ place: index + 1, count: ids.length })}</span>
        <span aria-hidden="true">
          {index + 1}/{ids.length}
        </span>
      </span>
      <IconButton label={words.thread.nextBranch} disabled={index === ids.length - 1} onClick={() => go(1)}>
        <ChevronRight className="size-4" />
      </IconButton>
    </span>
  )
}
