import { type Path, parsePath } from '@parley/browser/files'
import { useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'

interface NewFileDialogProps {
  readonly onClose: () => void
  readonly onCreate: (path: Path) => void
}

export function NewFileDialog({ onClose, onCreate }: NewFileDialogProps) {
  const words = useLateWords()
  const [text, setText] = useState('/')
  const parsed = parsePath(text)
  return (
    <Dialog open onClose={onClose} title={words.files.newFile}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (parsed.kind !== 'invalid') onCreate(parsed.path)
        }}
      >
        <label className="mb-4 block text-[13px]">
          {words.files.newFileLabel}
          <input
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="mt-1 block w-full rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 font-mono text-sm"
          />
          {parsed.kind === 'invalid' && <span className="mt-1 block text-xs text-bad">{words.said(parsed.error)}</span>}
        </label>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.action.cancel}</Button>
          <Button tone="primary" type="submit" disabled={parsed.kind === 'invalid'}>
            {words.files.newFile}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
