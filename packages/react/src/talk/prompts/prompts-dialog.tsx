import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useTalkWords } from '../../language/talk-words.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/problem.tsx'
import { FIELD } from '../../settings/setting-row.tsx'
import { ownPrompts as library } from './own-prompts.ts'
import type { SavedPrompt } from './prompt-library.ts'

interface PromptsDialogProps {
  /** What stands in the message field: a new prompt begins with it. */
  readonly written: string
  readonly onInsert: (text: string) => void
  readonly onClose: () => void
}

/** The prompts somebody uses again and again. */
export default function PromptsDialog({ written, onInsert, onClose }: PromptsDialogProps) {
  const words = useTalkWords()
  const prompts = useSyncExternalStore(library.subscribe, library.list)
  const [edited, setEdited] = useState<SavedPrompt>()
  const insert = (text: string) => {
    onInsert(text)
    onClose()
  }
  const add = () => setEdited({ id: crypto.randomUUID(), name: '', text: written })
  if (edited) return <PromptForm prompt={edited} onClose={() => setEdited(undefined)} />
  return (
    <Dialog open onClose={onClose} title={words.prompts.title} {...(prompts.length === 0 && { description: words.prompts.none })}>
      <ul className="-mx-2 mb-3 min-h-0 flex-1 overflow-y-auto empty:hidden" data-testid="prompts">
        {prompts.map((prompt) => (
          <li key={prompt.id} className="flex items-center rounded-lg hover:bg-well">
            <button
              type="button"
              onClick={() => insert(prompt.text)}
              className="min-h-9 min-w-0 flex-1 rounded-lg px-2 py-1.5 text-left pointer-coarse:min-h-11"
            >
              <span className="block truncate text-sm font-medium">{prompt.name}</span>
              <span className="line-clamp-2 text-[13px] wrap-anywhere text-soft">{prompt.text}</span>
            </button>
            <IconButton label={words.prompts.edit({ name: prompt.name })} onClick={() => setEdited(prompt)}>
              <Pencil className="size-4" />
            </IconButton>
            <IconButton label={words.prompts.remove({ name: prompt.name })} onClick={() => library.remove(prompt.id)}>
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button onClick={add} className="self-start">
        <Plus aria-hidden="true" className="size-4" />
        {words.prompts.add}
      </Button>
    </Dialog>
  )
}

function PromptForm({ prompt, onClose }: { readonly prompt: SavedPrompt; readonly onClose: () => void }) {
  const words = useTalkWords()
  const [name, setName] = useState(prompt.name)
  const [text, setText] = useState(prompt.text)
  const [isFull, setFull] = useState(false)
  const isWhole = name.trim() !== '' && text.trim() !== ''
  const save = () => {
    if (library.save({ ...prompt, name: name.trim(), text })) onClose()
    else setFull(true)
  }
  return (
    <Dialog open onClose={onClose} title={words.prompts.one}>
      <form
        className="flex min-h-0 flex-col gap-3 text-[13px]"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole) save()
        }}
      >
        <label className="block">
          {words.prompts.name}
          <input
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
            className={`${FIELD} mt-1 block w-full`}
          />
        </label>
        <label className="block">
          {words.prompts.text}
          <textarea
            value={text}
            rows={8}
            onChange={(event) => setText(event.target.value)}
            className={`${FIELD} mt-1 block w-full resize-y`}
          />
        </label>
        <Problem text={isFull ? words.prompts.full : undefined} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.action.cancel}</Button>
          <Button tone="primary" type="submit" disabled={!isWhole}>
            {words.prompts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
