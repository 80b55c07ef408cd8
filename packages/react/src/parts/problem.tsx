import type { Sentence } from '@parley/dialects'
import { CircleAlert, X } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { IconButton } from '../parts/button.tsx'
import { Quoted } from './quoted.tsx'

interface ProblemProps {
  readonly text: string | Sentence | undefined
  /** Absent: it stays as long as what it speaks of. */
  readonly onClose?: () => void
}

/** Why nothing happened, said at once. */
export function Problem({ text, onClose }: ProblemProps) {
  const words = useWords()
  if (text === undefined) return null
  return (
    <div role="alert" className="flex items-start gap-2 rounded-lg bg-bad-wash px-3 py-2 text-[13px] text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <Quoted text={words.said(text)} />
      </p>
      {onClose && (
        <IconButton label={words.action.close} onClick={onClose} className="-my-1.5 -mr-1.5">
          <X className="size-4" />
        </IconButton>
      )}
    </div>
  )
}
