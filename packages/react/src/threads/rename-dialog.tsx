import { useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'

interface RenameDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly onSave: (title: string) => void
}

export default function RenameDialog({ title, onClose, onSave }: RenameDialogProps) {
  const words = useLateWords()
  const [text, setText] = useState(title)
  return (
    <Dialog open onClose={onClose} title={words.thread.rename}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') onSave(text.trim())
        }}
      >
        <label className="block text-[13px]">
          {words.talks.renameLabel}
          <input
            value={text}
            maxLength={200}
            onChange={(event) => setText(event.target.value)}
            className="mt-1 mb-4 block w-full rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 text-sm"
          />
        </label>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.action.cancel}</Button>
          <Button tone="primary" type="submit" disabled={text.trim() === ''}>
            {words.files.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
