import type { Entry, Path } from '@parley/browser/files'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { useDropOn } from './tree/drag-path.ts'
import { FileTree } from './tree/file-tree.tsx'
import type { TreeHands } from './tree/tree-hands.ts'

interface AreaSectionProps {
  readonly title: string
  readonly hint: string
  readonly entries: readonly Entry[]
  /** The folder the section shows. */
  readonly root: Path
  readonly openAtFirst: boolean
  readonly hands: TreeHands
}

/** One area of the files: who sees it, and what is in it. */
export function AreaSection({ title, hint, entries, root, openAtFirst, hands }: AreaSectionProps) {
  const words = useLateWords()
  const [open, setOpen] = useState(openAtFirst)
  const id = useId()
  const { isOver, onto } = useDropOn(root, hands.onMove)
  const count = entries.filter((entry) => entry.type === 'file').length
  return (
    <section aria-labelledby={id} className="border-t border-line pt-1 first:border-0">
      <h3 id={id}>
        <button
          type="button"
          {...onto}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={`flex min-h-9 w-full items-center gap-1.5 rounded-lg px-1 text-left text-[13px] font-semibold hover:bg-well pointer-coarse:min-h-11 ${isOver ? 'bg-parley-wash' : ''}`}
        >
          <ChevronRight aria-hidden="true" className={`size-3.5 text-faint transition-transform ${open ? 'rotate-90' : ''}`} />
          <span className="flex-1">{title}</span>
          <span className="text-xs font-normal text-faint">{words.files.count({ count })}</span>
        </button>
      </h3>
      {open && (
        <>
          <p className="px-1.5 pb-1 text-xs text-soft">{hint}</p>
          {entries.length === 0 ? (
            <p className="px-1.5 pb-2 text-xs text-faint">{words.files.areaEmpty}</p>
          ) : (
            <FileTree label={title} entries={entries} root={root} hands={hands} />
          )}
        </>
      )}
    </section>
  )
}
