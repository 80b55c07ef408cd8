import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Characters } from '../code/characters.tsx'
import { useWords } from '../language/words.tsx'

interface ChipsProps {
  readonly label: string
  readonly testId: string
  readonly children: ReactNode
}

/** A few lines of chips at most; more of them scroll. */
export function Chips({ label, testId, children }: ChipsProps) {
  return (
    <ul aria-label={label} data-testid={testId} className="flex max-h-20 shrink-0 flex-wrap gap-1.5 overflow-y-auto">
      {children}
    </ul>
  )
}

interface ChipProps {
  readonly icon: LucideIcon
  readonly text: string
  /** Absent: the text. */
  readonly hint?: string
  /** Stays when the text is cut. */
  readonly detail?: string
  /** What the cross does: Take away, Revoke, … */
  readonly verb: string
  readonly onRemove: () => void
}

/** Something that is so at the moment, with the way to end it. */
export function Chip({ icon: Icon, text, hint = text, detail, verb, onRemove }: ChipProps) {
  const words = useWords()
  return (
    <li className="parley-opens flex max-w-full items-center gap-1.5 rounded-full border border-line bg-well pl-2.5 text-xs text-soft">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate" title={hint}>
        <Characters text={text} />
      </span>
      {detail !== undefined && <span className="shrink-0 text-faint">{detail}</span>}
      <button
        type="button"
        aria-label={words.action.full({ verb, sentence: text })}
        title={verb}
        onClick={onRemove}
        className="grid size-7 shrink-0 place-items-center rounded-full hover:text-bad pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  )
}
