import type { Rehearsal } from '@parley/browser/rehearsal'
import { CopyCheck } from 'lucide-react'
import { useLateWords } from '../../language/late-words.ts'
import { Button } from '../../parts/button.tsx'
import type { StudioServices } from '../../studio/studio-services.ts'
import { useRehearsed } from './rehearsed-files.ts'
import { useRehearsal } from './use-rehearsal.ts'

interface RehearsalBarProps {
  readonly services: StudioServices
  readonly threadId: string
  readonly onReview: () => void
}

const changesOf = (rehearsal: Rehearsal) => rehearsal.changes()
const unsaid = () => undefined

/** Stays in sight as long as things are done on a copy, and as long as something on it waits. */
export default function RehearsalBar({ services, threadId, onReview }: RehearsalBarProps) {
  const words = useLateWords()
  const count = useRehearsed(useRehearsal(services, threadId), changesOf, unsaid)?.length ?? 0
  return (
    <div
      role="status"
      data-testid="rehearsal-bar"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-parley/40 bg-parley-wash px-4 py-1.5 text-[13px] font-medium text-parley"
    >
      <CopyCheck aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-40 flex-1">
        {words.rehearsal.bar}
        {count > 0 && words.punctuation.gap + words.rehearsal.waits({ count })}
      </span>
      {count > 0 && (
        <Button onClick={onReview} className="min-h-7">
          {words.rehearsal.review}
        </Button>
      )}
    </div>
  )
}
