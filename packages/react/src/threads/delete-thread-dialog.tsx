import { useEffect, useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'

interface DeleteThreadDialogProps {
  readonly onServer: boolean
  readonly countFiles: () => Promise<number>
  readonly onClose: () => void
  readonly onDelete: (files: 'delete' | 'keep') => void
}

/** Says what would be lost before it is. */
export default function DeleteThreadDialog({ onServer, countFiles, onClose, onDelete }: DeleteThreadDialogProps) {
  const words = useLateWords()
  const [files, setFiles] = useState<number>()
  const count = useRef(countFiles)
  useEffect(() => {
    let left = false
    void count.current().then((found) => {
      if (!left) setFiles(found)
      return found
    })
    return () => {
      left = true
    }
  }, [])
  const some = files !== undefined && files > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.talks.deleteTitle}
      description={
        some ? words.talks.deleteWithFiles({ count: files }) : onServer ? words.agent.deleteText : words.talks.deleteText
      }
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{words.action.cancel}</Button>
        {some && <Button onClick={() => onDelete('keep')}>{words.talks.deleteKeep}</Button>}
        <Button tone="danger" disabled={files === undefined} onClick={() => onDelete('delete')}>
          {words.files.remove}
        </Button>
      </div>
    </Dialog>
  )
}
