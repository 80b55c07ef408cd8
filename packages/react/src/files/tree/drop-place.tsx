import { type Path, ROOT } from '@parley/browser/files'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { folderUnder } from './drag-path.ts'

interface DropPlaceProps {
  readonly onDrop: (items: Iterable<DataTransferItem>, into: Path) => void
  readonly children: ReactNode
}

/** Takes whatever is dropped on it, folders too, into the folder it is dropped on. */
export function DropPlace({ onDrop, children }: DropPlaceProps) {
  const words = useLateWords()
  const [over, setOver] = useState<Path>()
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(folderUnder(event.target) ?? ROOT)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- everything that can be dropped can also be chosen by the buttons
    <div
      className="relative flex min-h-0 flex-1 flex-col gap-2"
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(undefined)
      }}
      onDrop={(event) => {
        setOver(undefined)
        event.preventDefault()
        onDrop(event.dataTransfer.items, folderUnder(event.target) ?? ROOT)
      }}
    >
      {children}
      {over !== undefined && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-xl border-2 border-dashed border-parley bg-parley-wash/80 text-sm font-medium text-parley">
          {over === ROOT ? words.files.drop : words.files.dropInto({ folder: over })}
        </p>
      )}
    </div>
  )
}
