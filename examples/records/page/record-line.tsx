import { useWords } from './use-words.tsx'

const MARKS = {
  kept: { tone: 'text-good', path: 'M4 12.5l5 5L20 6.5' },
  cancelled: { tone: 'text-faint', path: 'M6 6l12 12M18 6L6 18' },
  failed: { tone: 'text-bad', path: 'M12 5v9M12 18.5v.5' },
  under: { tone: 'text-wait animate-pulse', path: 'M5 12h.01M12 12h.01M19 12h.01' },
} as const

interface RecordLineProps {
  /** `under`: it is under way. */
  readonly mark: keyof typeof MARKS
  readonly title: string
  /** Absent: there is nothing more to say. */
  readonly note?: string
  readonly orderName: string
  readonly amount: number
}

/** A record that needs nobody any more. */
export function RecordLine({ mark, title, note = '', orderName, amount }: RecordLineProps) {
  const words = useWords()
  return (
    <div className="flex max-w-md gap-3 rounded-xl border border-line bg-sheet px-4 py-3">
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className={`mt-0.5 size-5 shrink-0 fill-none stroke-current stroke-[2.5] ${MARKS[mark].tone}`}
      >
        <path strokeLinecap="round" strokeLinejoin="round" d={MARKS[mark].path} />
      </svg>
      <div className="min-w-0">
        <p className="text-sm text-soft">{title}</p>
        <p className="font-medium break-words">
          {orderName} <span className="text-soft">×</span> {words.record.pieces(amount)}
        </p>
        {note !== '' && <p className="mt-1 text-sm text-bad">{note}</p>}
      </div>
    </div>
  )
}
