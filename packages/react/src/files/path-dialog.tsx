import { type Path, parsePath } from '@parley/browser/files'
import { useId, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'

interface PathDialogProps {
  readonly title: string
  readonly label: string
  /** What stands in the field at first. */
  readonly at: string
  /** What may be meant. */
  readonly offered?: readonly string[]
  readonly onClose: () => void
  readonly onPath: (path: Path) => void
}

/** Asks where a file is to be. */
export function PathDialog({ title, label, at, offered = [], onClose, onPath }: PathDialogProps) {
  const words = useLateWords()
  const [text, setText] = useState(at)
  const id = useId()
  const parsed = parsePath(text)
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (parsed.kind !== 'invalid') onPath(parsed.path)
        }}
      >
        <label className="mb-4 block text-[13px]">
          {label}
          <input
            value={text}
            list={id}
            onChange={(event) => setText(event.target.value)}
            className="mt-1 block w-full rounded-lg border border-line-strong/60 bg-sheet px-2.5 py-1.5 font-mono text-sm"
          />
          <datalist id={id}>
            {offered.map((path) => (
              <option key={path} value={path} />
            ))}
          </datalist>
          {parsed.kind === 'invalid' && <span className="mt-1 block text-xs text-bad">{words.said(parsed.error)}</span>}
        </label>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.action.cancel}</Button>
          <Button tone="primary" type="submit" disabled={parsed.kind === 'invalid'}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
