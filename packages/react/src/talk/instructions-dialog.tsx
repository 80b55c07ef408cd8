import { useState } from 'react'
import { useTalkWords } from '../language/talk-words.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FIELD } from '../settings/setting-row.tsx'
import { type Instructions, PROJECT_FILE } from './instructions.ts'

interface InstructionsDialogProps {
  readonly instructions: Instructions
  /** The prompt of the settings, which holds where this conversation has none. */
  readonly general: string
  /** Absent: the shared area has no such file. */
  readonly project: string | undefined
  readonly onSave: (instructions: Instructions) => void
  readonly onClose: () => void
}

/** What the model is told in this conversation before anything is said, all of it in sight. */
export default function InstructionsDialog({ instructions, general, project, onSave, onClose }: InstructionsDialogProps) {
  const words = useTalkWords()
  const [own, setOwn] = useState(instructions.own)
  const [reads, setReads] = useState(!instructions.skipsProject)
  return (
    <Dialog open onClose={onClose} title={words.instructions.title} description={words.instructions.hint}>
      <form
        className="-m-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-1 text-[13px]"
        onSubmit={(event) => {
          event.preventDefault()
          onSave({ own: own.trim(), skipsProject: !reads })
          onClose()
        }}
      >
        <label className="block">
          {words.instructions.own}
          <textarea
            value={own}
            rows={6}
            placeholder={general}
            onChange={(event) => setOwn(event.target.value)}
            className={`${FIELD} mt-1 block w-full resize-y placeholder:text-faint`}
          />
        </label>
        {project === undefined ? (
          <p className="text-soft">{words.instructions.noProject({ path: PROJECT_FILE })}</p>
        ) : (
          <>
            <label className="flex items-center gap-2">
              <input type="checkbox" checked={reads} onChange={(event) => setReads(event.target.checked)} className="size-4" />
              {words.instructions.reads({ path: PROJECT_FILE })}
            </label>
            <pre className="max-h-48 overflow-auto rounded-lg bg-well p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
              {project}
            </pre>
          </>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.action.cancel}</Button>
          <Button tone="primary" type="submit">
            {words.instructions.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
