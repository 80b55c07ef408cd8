import type { Entry, FileEntry } from '@parley/browser/files'
import { Check, ChevronRight, Folder, Lock } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import type { MouseEvent, ReactNode } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useLateWords } from '../../language/late-words.ts'
import { useSettings } from '../../settings/use-settings.tsx'
import { draggedAs, useDropOn } from './drag-path.ts'
import { topmost } from './selection.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { TreeHands } from './tree-hands.ts'
import type { TreeRow } from './tree-rows.ts'

interface RowProps {
  readonly row: TreeRow
  readonly isActive: boolean
  readonly isOpen: boolean
  readonly hands: TreeHands
  readonly onPress: (event: MouseEvent) => void
  readonly onFold: () => void
}

const ROW =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-lg pr-2 text-left text-[13px] -outline-offset-2 select-none pointer-coarse:min-h-11'

/** A file or a folder: chosen, dragged, opened, or locked by its menu. */
export function Row({ row: { entry, level, place, of }, isActive, isOpen, hands, onPress, onFold }: RowProps) {
  const words = useLateWords()
  const isFolder = entry.type === 'folder'
  const { chosen } = hands.selection
  const isChosen = chosen.has(entry.path)
  const { isOver, onto } = useDropOn(entry.path, hands.onMove)
  const pattern = isFolder ? `${entry.path}/**` : entry.path
  const dragged = () => (isChosen ? topmost(chosen) : [entry.path])
  return (
    <Lockable pattern={pattern}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree hears the keys of all its rows */}
      <div
        role="treeitem"
        data-row={entry.path}
        aria-level={level}
        aria-posinset={place}
        aria-setsize={of}
        aria-selected={isChosen}
        tabIndex={isActive ? 0 : -1}
        {...draggedAs(dragged)}
        {...(isFolder && { 'aria-expanded': isOpen, 'aria-label': words.files.treeOf({ name: entry.name }), ...onto })}
        onClick={onPress}
        className={`${ROW} ${isOver || isChosen ? 'bg-parley-wash' : 'hover:bg-well'}`}
        style={{ paddingLeft: 6 + (level - 1) * 16 }}
      >
        {(hands.isChoosing || chosen.size > 0) && <ChosenMark isChosen={isChosen} />}
        {isFolder ? <FolderName entry={entry} isOpen={isOpen} onFold={onFold} /> : <FileName entry={entry} files={hands.files} />}
        <LockMark pattern={pattern} />
        {!isFolder && <FileFacts entry={entry} />}
      </div>
    </Lockable>
  )
}

const ChosenMark = ({ isChosen }: { readonly isChosen: boolean }) => (
  <span
    aria-hidden="true"
    className={`grid size-4 shrink-0 place-items-center rounded border ${isChosen ? 'border-parley bg-parley text-parley-ink' : 'border-line-strong'}`}
  >
    {isChosen && <Check className="size-3" />}
  </span>
)

interface FolderNameProps {
  readonly entry: Entry
  readonly isOpen: boolean
  readonly onFold: () => void
}

function FolderName({ entry, isOpen, onFold }: FolderNameProps) {
  const fold = (event: MouseEvent) => {
    event.stopPropagation()
    onFold()
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- arrows fold, too */}
      <span onClick={fold} className="-m-1.5 grid place-items-center p-1.5">
        <ChevronRight aria-hidden="true" className={`size-3.5 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`} />
      </span>
      <Folder aria-hidden="true" className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 truncate">
        <Characters text={entry.name} />
      </span>
    </>
  )
}

const FileName = ({ entry, files }: { readonly entry: FileEntry } & Pick<TreeHands, 'files'>) => (
  <>
    <span className="ml-4.5 grid size-6 shrink-0 place-items-center">
      <Thumbnail key={entry.version} files={files} entry={entry} />
    </span>
    <span className="min-w-0 flex-1 truncate">
      <Characters text={entry.name} />
    </span>
  </>
)

function FileFacts({ entry }: { readonly entry: FileEntry }) {
  const words = useLateWords()
  return (
    <>
      <span className={`shrink-0 text-xs ${entry.by.actor === 'model' ? 'text-parley' : 'text-faint'}`}>
        {words.files.changedBy[entry.by.actor]}
      </span>
      <span className="w-14 shrink-0 text-right text-xs text-faint tabular-nums">{words.size(entry.size)}</span>
    </>
  )
}

/** A menu on the right button: a locked path is refused to the model, with a sentence it understands. */
function Lockable({ pattern, children }: { readonly pattern: string; readonly children: ReactNode }) {
  const words = useLateWords()
  const [{ locks }, change] = useSettings()
  const locked = locks.includes(pattern)
  const toggle = () => change({ locks: locked ? locks.filter((lock) => lock !== pattern) : [...locks, pattern] })
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="z-50 rounded-xl border border-line bg-sheet p-1 text-sm text-ink shadow-lg shadow-black/10">
          <ContextMenu.Item
            onSelect={toggle}
            className="flex min-h-9 items-center gap-2 rounded-lg px-2.5 outline-none select-none data-[highlighted]:bg-well"
          >
            <Lock aria-hidden="true" className="size-4 text-faint" />
            {locked ? words.files.unlock : words.files.lock}
          </ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

function LockMark({ pattern }: { readonly pattern: string }) {
  const words = useLateWords()
  const [{ locks }] = useSettings()
  return locks.includes(pattern) ? <Lock aria-label={words.files.locked} className="size-3.5 shrink-0 text-wait" /> : null
}
