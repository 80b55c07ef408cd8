import { type ReactNode, useId } from 'react'
import { Select } from './select.tsx'

interface Choice {
  readonly value: string
  readonly title: string
}

interface LabelledSelectProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onValue: (value: string) => void
  readonly className?: string
  /** What stands beside it. */
  readonly children?: ReactNode
}

/** One of several, on a line of its own above what it decides. */
export function LabelledSelect({ label, choices, value, onValue, className = '', children }: LabelledSelectProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-xs text-faint">
        {label}
      </label>
      <Select
        id={id}
        place="flex-1"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className={`min-h-8 rounded-lg border border-line bg-sheet px-2 text-[13px] pointer-coarse:min-h-11 ${className}`}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </Select>
      {children}
    </div>
  )
}
