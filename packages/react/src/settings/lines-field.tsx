import { FIELD } from './setting-row.tsx'

interface LinesFieldProps {
  readonly id: string
  readonly lines: readonly string[]
  readonly onChange: (lines: readonly string[]) => void
}

/** One entry per line, taken over when the field is left. */
export function LinesField({ id, lines, onChange }: LinesFieldProps) {
  return (
    <textarea
      id={id}
      rows={3}
      defaultValue={lines.join('\n')}
      onBlur={(event) =>
        onChange(
          event.target.value
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        )
      }
      className={`${FIELD} w-full resize-y font-mono`}
    />
  )
}
