import type { CallState } from '@parley/browser'
import { FileDiff } from 'lucide-react'
import { useCallCard } from '../call-card/call-actions.tsx'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { useShowAside } from '../studio/side/side-place.ts'
import { changedPaths } from './changed-turns.ts'

/** Below a turn that changed files: how many, and the way to all of them at once. */
export default function ChangesLine({ calls }: { readonly calls: readonly CallState[] }) {
  const words = useLateWords()
  const { executor } = useCallCard()
  const show = useShowAside()
  const count = changedPaths(executor, calls).size
  const [first] = calls
  if (!show || !first || count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-[13px] text-soft" data-testid="changes-line">
      <FileDiff aria-hidden="true" className="size-4 text-faint" />
      {words.files.count({ count })}
      <Button onClick={() => show({ tab: 'changes', turn: first.key })}>{words.changes.review}</Button>
    </div>
  )
}
