import { type ReactNode, useId } from 'react'
import { Quoted } from '../parts/quoted.tsx'
import { Select } from '../parts/select.tsx'

interface SettingRowProps {
  readonly title: string
  readonly hint?: string
  readonly children: (id: string) => ReactNode
  /** The control stands below its title instead of beside it. */
  readonly wide?: boolean
}

export const FIELD = 'rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 text-sm min-h-9 pointer-coarse:min-h-11'

export function SettingRow({ title, hint, children, wide = false }: SettingRowProps) {
  const id = useId()
  return (
    <div className={`border-b border-line py-3 last:border-0 ${wide ? '' : 'flex flex-wrap items-center gap-x-6 gap-y-2'}`}>
      <label htmlFor={id} className={`block min-w-0 ${wide ? 'mb-2' : `flex-1 ${hint === undefined ? 'basis-28' : 'basis-52'}`}`}>
        <span className="block text-sm font-medium">{title}</span>
        {hint !== undefined && (
          <span className="block text-[13px] text-soft">
            <Quoted text={hint} />
          </span>
        )}
      </label>
      {children(id)}
    </div>
  )
}

interface SwitchRowProps extends Pick<SettingRowProps, 'title' | 'hint'> {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function SwitchRow({ checked, onChange, ...row }: SwitchRowProps) {
  return (
    <SettingRow {...row}>
      {(id) => (
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5"
        />
      )}
    </SettingRow>
  )
}

interface ChoiceProps<Value extends string> {
  readonly id: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly title: string }[]
  readonly onChange: (value: Value) => void
}

export function Choice<Value extends string>({ id, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      id={id}
      value={value}
      onChange={(event) => {
        const next = choices.find((choice) => choice.value === event.target.value)
        if (next) onChange(next.value)
      }}
      className={FIELD}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </Select>
  )
}

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
