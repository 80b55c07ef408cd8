import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { useId, useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useWords } from '../../language/words.tsx'
import { Select } from '../../parts/select.tsx'

export interface ShownField {
  readonly name: string
  readonly title: string
  readonly schema: JsonObject
  readonly isRequired: boolean
}

interface QuestionFieldProps {
  readonly field: ShownField
  readonly value: JsonValue | undefined
  /** Undefined: nothing is given. */
  readonly onChange: (value: JsonValue | undefined) => void
}

const INPUT = 'block w-full rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 text-sm pointer-coarse:min-h-11'

/** One field of somebody else's form. Its words are theirs: plain text, with everything marked that could not be seen. */
export function QuestionField(props: QuestionFieldProps) {
  const words = useWords()
  const { name, title, schema, isRequired } = props.field
  const id = useId()
  const description = ownValue(schema, 'description')
  return (
    <div data-field={name}>
      <label htmlFor={id} className="mb-1 block text-[13px] font-medium">
        <Characters text={title} />
        {isRequired && <span className="ml-2 text-xs font-normal text-wait">{words.question.required}</span>}
      </label>
      {typeof description === 'string' && (
        <p className="mb-1 text-xs wrap-anywhere text-faint">
          <Characters text={description} />
        </p>
      )}
      <Control id={id} {...props} />
    </div>
  )
}

interface Choice {
  readonly value: string
  readonly shown: string
}

function choicesIn(schema: JsonObject): readonly Choice[] {
  const values = ownValue(schema, 'enum')
  const names = ownValue(schema, 'enumNames')
  if (!Array.isArray(values)) return []
  return values.flatMap((value, index) => {
    const name = Array.isArray(names) ? names[index] : undefined
    return typeof value === 'string' ? [{ value, shown: typeof name === 'string' ? name : value }] : []
  })
}

function Control({ id, ...props }: QuestionFieldProps & { readonly id: string }) {
  const words = useWords()
  const { schema, isRequired } = props.field
  const { value, onChange } = props
  const type = ownValue(schema, 'type')
  const choices = choicesIn(schema)
  if (type === 'array') return <Choices id={id} {...props} />
  if (type === 'number' || type === 'integer') return <NumberInput id={id} {...props} />
  if (type === 'boolean')
    return (
      <input
        id={id}
        type="checkbox"
        className="size-5"
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    )
  if (choices.length > 0)
    return (
      <Select
        place="w-full"
        id={id}
        required={isRequired}
        className={INPUT}
        value={String(value ?? '')}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">{words.question.none}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.shown}
          </option>
        ))}
      </Select>
    )
  return (
    <input
      id={id}
      type={INPUT_TYPES.get(ownValue(schema, 'format')) ?? 'text'}
      autoComplete="off"
      required={isRequired}
      className={INPUT}
      value={String(value ?? '')}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  )
}

/** What a browser helps with. What it hands over is text all the same, and is checked. */
const INPUT_TYPES = new Map<JsonValue | undefined, string>([
  ['email', 'email'],
  ['uri', 'url'],
  ['date', 'date'],
])

function NumberInput({ id, field, value, onChange }: QuestionFieldProps & { readonly id: string }) {
  const [text, setText] = useState(typeof value === 'number' ? String(value) : '')
  const type = (next: string) => {
    setText(next)
    const given = next.trim() === '' ? undefined : Number(next.replace(',', '.'))
    // What is no number stays text, and is told so.
    onChange(given === undefined || !Number.isNaN(given) ? given : next)
  }
  return (
    <input
      id={id}
      inputMode="decimal"
      required={field.isRequired}
      className={INPUT}
      value={text}
      onChange={({ target }) => type(target.value)}
    />
  )
}

function Choices({ id, field, value, onChange }: QuestionFieldProps & { readonly id: string }) {
  const items = ownValue(field.schema, 'items')
  const chosen = Array.isArray(value) ? value : []
  const toggle = (choice: string, isOn: boolean) => {
    const rest = chosen.filter((one) => one !== choice)
    const next = isOn ? [...rest, choice] : rest
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <div id={id} className="flex flex-wrap gap-x-4 gap-y-1">
      {choicesIn(isJsonObject(items) ? items : {}).map((choice) => (
        <label key={choice.value} className="flex items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4"
            checked={chosen.includes(choice.value)}
            onChange={({ target }) => toggle(choice.value, target.checked)}
          />
          <Characters text={choice.shown} />
        </label>
      ))}
    </div>
  )
}
