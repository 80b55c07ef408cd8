import type { Path } from '@parley/browser/files'
import { CheckCheck, Download, FolderInput, ListChecks, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { IconButton } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PathDialog } from '../path-dialog.tsx'

interface SelectionBarProps {
  readonly paths: readonly Path[]
  readonly folders: readonly Path[]
  readonly onAll: () => void
  readonly onDownload: () => void
  readonly onMove: (folder: Path) => void
  readonly onRemove: () => void
  readonly onDone: () => void
}

/** What can be done with all that is chosen. */
export function SelectionBar({ paths, folders, onAll, onDownload, onMove, onRemove, onDone }: SelectionBarProps) {
  const { files, action } = useLateWords()
  const [moving, setMoving] = useState(false)
  const isNone = paths.length === 0
  return (
    <div
      role="toolbar"
      aria-label={files.selection}
      className="flex items-center gap-0.5 rounded-lg bg-parley-wash pl-3 text-[13px]"
    >
      <span role="status" className="min-w-0 flex-1">
        {isNone ? files.chooseSome : files.chosen({ count: paths.length })}
      </span>
      <IconButton label={files.chooseAll} onClick={onAll}>
        <CheckCheck className="size-4" />
      </IconButton>
      <IconButton label={files.download} disabled={isNone} onClick={onDownload}>
        <Download className="size-4" />
      </IconButton>
      <IconButton label={files.moveChosen} disabled={isNone} onClick={() => setMoving(true)}>
        <FolderInput className="size-4" />
      </IconButton>
      {!isNone && <CopyButton text={paths.join('\n')} label={files.copyPaths} />}
      <IconButton label={files.remove} disabled={isNone} onClick={onRemove}>
        <Trash2 className="size-4" />
      </IconButton>
      <IconButton label={action.close} onClick={onDone}>
        <X className="size-4" />
      </IconButton>
      {moving && (
        <PathDialog
          title={files.moveChosen}
          label={files.intoFolder}
          at="/"
          offered={folders}
          onClose={() => setMoving(false)}
          onPath={(folder) => {
            setMoving(false)
            onMove(folder)
          }}
        />
      )}
    </div>
  )
}

/** Begins choosing, for hands without keys. */
export function ChooseButton({ isOn, onToggle }: { readonly isOn: boolean; readonly onToggle: () => void }) {
  const { files } = useLateWords()
  return (
    <IconButton
      label={files.choose}
      aria-pressed={isOn}
      onClick={onToggle}
      className="border-line-strong/50 aria-pressed:border-parley aria-pressed:bg-parley-wash"
    >
      <ListChecks className="size-4" />
    </IconButton>
  )
}
