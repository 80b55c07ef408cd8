import type { JsonObject, ToolCall } from '@parley/dialects'
import { useRef, useState } from 'react'
import { brokenSentence } from '../../language/sentences.ts'
import { useWords } from '../../language/words.tsx'
import { Button } from '../../parts/button.tsx'
import { KeyHint } from '../../parts/key-hint.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useCallCard } from '../call-actions.tsx'
import { ApproveButton } from '../pending/approve-button.tsx'
import { useBoxFocus } from '../pending/writing.ts'
import { fieldsOf } from '../subject/call-subject.ts'
import { SchemaField } from './schema-field.tsx'

export interface EditBoxProps {
  readonly call: ToolCall
  readonly input: JsonObject
  /** What was typed before the card was drawn anew. */
  readonly draft?: JsonObject | undefined
  readonly onDraft?: (draft: JsonObject) => void
  readonly busy: boolean
  readonly onSave: (input: JsonObject) => void
  readonly onClose: () => void
}

/** A form from the tool's schema, validated while typing. The name of the tool cannot be changed here. */
export function EditBox({ call, input, draft: kept, onDraft, busy, onSave, onClose }: EditBoxProps) {
  const words = useWords()
  const { executor } = useCallCard()
  const tool = executor.find(call.name)
  const [draft, setDraft] = useState(kept ?? input)
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set())
  const box = useRef<HTMLDivElement>(null)
  useBoxFocus(box, kept !== undefined)
  const checked = tool?.check(draft)
  const invalid = checked?.kind === 'invalid' ? brokenSentence(checked) : undefined
  const change = (key: string, value: JsonObject[string] | undefined, readable: boolean) => {
    setUnreadable((before) => new Set([...before].filter((name) => name !== key).concat(readable ? [] : [key])))
    if (!readable) return
    const { [key]: _, ...others } = draft
    const next = value === undefined ? others : { ...draft, [key]: value }
    setDraft(next)
    onDraft?.(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className="space-y-3 rounded-lg border border-line bg-well/40 p-3"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <p className="text-[13px] font-semibold">{words.edit.title}</p>
      {fieldsOf(tool, input).map((field) => (
        <SchemaField
          key={field.key}
          field={field}
          meaning={tool?.face?.fields?.[field.key]}
          value={draft[field.key]}
          onChange={(value, readable) => change(field.key, value, readable)}
        />
      ))}
      <Problem text={unreadable.size > 0 ? words.edit.invalidJson : invalid} />
      <div className="sticky -bottom-2.5 -mx-3 -mb-3 flex flex-wrap gap-2 rounded-b-lg border-t border-line bg-sheet px-3 py-2.5">
        <ApproveButton
          verb={words.action.executeEdited}
          disabled={busy || invalid !== undefined || unreadable.size > 0}
          onPress={() => onSave(draft)}
        />
        <Button tone="quiet" onClick={onClose}>
          {words.action.cancel}
          <KeyHint keys="Esc" />
        </Button>
      </div>
    </div>
  )
}
