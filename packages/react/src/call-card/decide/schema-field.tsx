import { type JsonObject, type JsonValue, ownValue, type Sentence } from '@parley/dialects'
import { type ReactNode, useId, useState } from 'react'
import { CodeEditor } from '../../code/code-editor.tsx'
import { useWords } from '../../language/words.tsx'
import { Select } from '../../parts/select.tsx'

interface SchemaFieldProps {
  readonly field: { readonly key: string; readonly schema: JsonObject; readonly required: boolean }
  /** What it means, in more languages than the schema. */
  readonly meaning?: Sentence | undefined
  readonly value: JsonValue | undefined
  /** `readable` is false while the text typed so far is no value of the field's kind. */
  readonly onChange: (value: JsonValue | undefined, readable: boolean) => void
}

type Kind = 'code' | 'line' | 'number' | 'switch' | 'choice' | 'json'

const choicesOf = (schema: JsonObject): readonly string[] => {
  const listed = ownValue(schema, 'enum')
  return Array.isArray(listed) ? listed.filter((item) => typeof item === 'string') : []
}

function kindOf(schema: JsonObject, value: JsonValue | undefined): Kind {
  const type = ownValue(schema, 'type')
  if (choicesOf(schema).length > 0) return 'choice'
  if (type === 'boolean') return 'switch'
  if (type === 'number' || type === 'integer') return 'number'
  if (typeof value === 'string' && (value.includes('\n') || value.length > 60)) return 'code'
  if (type === 'string' || typeof value === 'string') return 'line'
  return 'json'
}

const INPUT =
  'block w-full rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 font-mono text-[13px] pointer-coarse:min-h-11'

export function SchemaField({ field, meaning, value, onChange }: SchemaFieldProps) {
  const words = useWords()
  const id = useId()
  const [kind] = useState(() => kindOf(field.schema, value))
  const description = ownValue(field.schema, 'description')
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-[13px]">
        <span className="font-mono font-medium">{field.key}</span>
        {!field.required && <span className="ml-2 text-xs text-faint">{words.edit.optional}</span>}
        {typeof description === 'string' && (
          <span className="block text-xs text-faint">{words.said(meaning ?? description)}</span>
        )}
      </label>
      <Control id={id} kind={kind} field={field} value={value} onChange={onChange} />
    </div>
  )
}

function Control({
  id,
  kind,
  field,
  value,
  onChange,
}: SchemaFieldProps & { readonly id: string; readonly kind: Kind }): ReactNode {
  const words = useWords()
  switch (kind) {
    case 'code':
      return (
        <CodeEditor
          text={String(value ?? '')}
          language="tsx"
          label={words.edit.field({ name: field.key })}
          onChange={(text) => onChange(text, true)}
        />
      )
    case 'line':
      return (
        <input id={id} value={String(value ?? '')} className={INPUT} onChange={(event) => onChange(event.target.value, true)} />
      )
    case 'switch':
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          className="size-5"
          onChange={(event) => onChange(event.target.checked, true)}
        />
      )
    case 'choice':
      return (
        <Select
          place="w-full"
          id={id}
          value={String(value ?? '')}
          className={INPUT}
          onChange={(event) => onChange(event.target.value || undefined, true)}
        >
          {!field.required && <option value="">{words.edit.unset}</option>}
          {choicesOf(field.schema).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      )
    case 'number':
    case 'json':
      return <ValueInput id={id} number={kind === 'number'} value={value} onChange={onChange} />
  }
}

interface ValueInputProps extends Pick<SchemaFieldProps, 'value' | 'onChange'> {
  readonly id: string
  readonly number: boolean
}

function ValueInput({ id, number, value, onChange }: ValueInputProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value))
  const type = (next: string) => {
    setText(next)
    if (next.trim() === '') return onChange(undefined, true)
    try {
      const parsed: JsonValue = JSON.parse(next)
      onChange(parsed, !number || typeof parsed === 'number')
    } catch {
      onChange(undefined, false)
    }
  }
  return (
    <input
      id={id}
      inputMode={number ? 'decimal' : 'text'}
      value={text}
      className={INPUT}
      onChange={(event) => type(event.target.value)}
    />
  )
}
