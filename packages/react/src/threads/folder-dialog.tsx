import { useId, useState } from 'react'
import { useTalkWords } from '../language/talk-words.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FIELD } from '../settings/setting-row.tsx'

interface FolderDialogProps {
  readonly folder: string
  /** Those there are. */
  readonly folders: readonly string[]
  readonly onClose: () => void
  readonly onSave: (folder: string) => void
}

export default function FolderDialog({ folder, folders, onClose, onSave }: FolderDialogProps) {
  const words = useTalkWords()
  const [text, setText] = useState(folder)
  const list = useId()
  return (
    <Dialog open onClose={onClose} title={words.talks.folder} description={words.talks.folderHint}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSave(text.trim())
        }}
      >
        <label className="block text-[13px]">
          {words.talks.folderLabel}
          <input
            value={text}
            maxLength={60}
            list={list}
            onChange={(event) => setText(event.target.value)}
            className={`${FIELD} mt-1 block w-full`}
          />
        </label>
        <datalist id={list}>
          {folders.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>{words.action.cancel}</Button>
          <Button tone="primary" type="submit">
            {words.talks.move}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
