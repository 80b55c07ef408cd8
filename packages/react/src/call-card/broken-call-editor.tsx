import { type BrokenCall, inputJson, isJsonObject, type JsonObject } from '@parley/dialects'
import { useId, useRef, useState } from 'react'
import { CodeEditor } from '../code/code-editor.tsx'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { ApproveButton } from './pending/approve-button.tsx'
import { useBoxFocus } from './pending/writing.ts'

interface BrokenCallEditorProps {
  readonly broken: BrokenCall
  /** What was typed before the card was drawn anew. */
  readonly draft: { readonly name?: string; readonly text?: string }
  readonly onDraft: (draft: { readonly name: string; readonly text: string }) => void
  readonly busy: boolean
  readonly onSave: (name: string, input: JsonObject) => void
  readonly onClose: () => void
}

const readObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A person writes the call that the model meant. */
export default function BrokenCallEditor({ broken, draft, onDraft, busy, onSave, onClose }: BrokenCallEditorProps) {
  const words = useWords()
  const id = useId()
  const [name, setName] = useState(draft.name ?? broken.offer?.name ?? broken.name ?? '')
  const [text, setText] = useState(() => draft.text ?? (broken.offer ? inputJson(broken.offer) : guessInput(broken)))
  const box = useRef<HTMLDivElement>(null)
  useBoxFocus(box, draft.text !== undefined)
  const type = (typed: { readonly name: string; readonly text: string }) => {
    setName(typed.name)
    setText(typed.text)
    onDraft(typed)
  }
  const input = readObject(text)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className="space-y-3" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <label htmlFor={id} className="block text-[13px] font-medium">
        {words.edit.toolName}
        <input
          id={id}
          value={name}
          onChange={(event) => type({ name: event.target.value, text })}
          className="mt-1 block w-full rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 font-mono text-[13px]"
        />
      </label>
      <div className="text-[13px] font-medium">
        {words.call.arguments}
        <CodeEditor text={text} language="json" label={words.call.arguments} onChange={(typed) => type({ name, text: typed })} />
        {!input && <p className="mt-1 text-xs font-normal text-bad">{words.edit.invalidJson}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <ApproveButton
          verb={words.action.executeEdited}
          disabled={busy || !input || name === ''}
          onPress={() => input && onSave(name, input)}
        />
        <Button tone="quiet" onClick={onClose}>
          {words.action.cancel}
        </Button>
      </div>
    </div>
  )
}

/** The braces behind the name in what the model wrote, or else the outermost, as a start for the person. */
function guessInput({ source, name }: BrokenCall): string {
  const named = name === undefined ? -1 : source.indexOf(name)
  const behind = named === -1 || name === undefined ? -1 : source.indexOf('{', named + name.length)
  const from = behind === -1 ? source.indexOf('{') : behind
  const to = source.lastIndexOf('}')
  return from === -1 ? '{}' : source.slice(from, to > from ? to + 1 : undefined)
}
