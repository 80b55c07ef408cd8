import type { CallState, Effect, KnownCall } from '@parley/browser'
import { FileDiff } from 'lucide-react'
import { useState } from 'react'
import { useCallCard } from '../call-card/call-actions.tsx'
import { changesFiles, didOf } from '../call-card/effects/effects-line.tsx'
import { effectsOf, inputOf } from '../call-card/subject/call-subject.ts'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { useOpenThread } from '../thread/open-thread.tsx'
import { ChangesReview } from './changes-review.tsx'

const isKnown = (call: CallState): call is KnownCall => call.stage !== 'streaming'
const pathOf = (effect: Effect): readonly string[] => ('path' in effect && changesFiles(effect) ? [effect.path] : [])

/** Below a turn that changed files: how many, and the way to all of them at once. */
export default function ChangesLine({ calls }: { readonly calls: readonly CallState[] }) {
  const words = useWords()
  const { executor } = useCallCard()
  const { files } = useOpenThread()
  const [isOpen, setOpen] = useState(false)
  const known = calls.filter(isKnown)
  const did = known.flatMap((call) => didOf(call, effectsOf(executor, call.record.call.name, inputOf(call))))
  const count = new Set(did.flatMap(pathOf)).size
  if (!files || count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-[13px] text-soft" data-testid="changes-line">
      <FileDiff aria-hidden="true" className="size-4 text-faint" />
      {words.files.count({ count })}
      <Button onClick={() => setOpen(true)}>{words.changes.review}</Button>
      {isOpen && <ChangesReview files={files} calls={known.map(({ key }) => key)} onClose={() => setOpen(false)} />}
    </div>
  )
}
