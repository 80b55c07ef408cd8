import type { Entry, FileEntry, Path } from '@parley/browser/files'
import { imageTypeOf } from '@parley/browser/sandbox'
import { ChevronRight, FileText, Folder, Image as ImageIcon, Lock } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import { type ReactNode, useMemo, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { formatSize } from '../parts/format-size.ts'
import { useSettings } from '../settings/use-settings.tsx'
import { draggedAs, useDropOn } from './drag-path.ts'
import { whoWrote } from './who-wrote.ts'

interface Branch {
  readonly entry: Entry
  readonly children: readonly Branch[]
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

/** Folders first, then names; a folder's own entry comes before what is in it. */
function growTree(entries: readonly Entry[], root: string): readonly Branch[] {
  const byParent = Map.groupBy(entries, (entry) => parentOf(entry.path))
  const grow = (path: string): readonly Branch[] =>
    (byParent.get(path) ?? [])
      .toSorted((a, b) => Number(a.type === 'file') - Number(b.type === 'file') || a.name.localeCompare(b.name))
      .map((entry) => ({ entry, children: entry.type === 'folder' ? grow(entry.path) : [] }))
  return grow(root)
}

interface FileTreeProps {
  readonly entries: readonly Entry[]
  /** The folder whose content is shown. */
  readonly root: Path
  readonly onOpen: (path: Path) => void
  readonly onMove: (from: Path, folder: Path) => void
}

export function FileTree({ entries, root, onOpen, onMove }: FileTreeProps) {
  const tree = useMemo(() => growTree(entries, root), [entries, root])
  return <Branches branches={tree} depth={0} onOpen={onOpen} onMove={onMove} />
}

interface BranchesProps {
  readonly branches: readonly Branch[]
  readonly depth: number
  readonly onOpen: (path: Path) => void
  readonly onMove: (from: Path, folder: Path) => void
}

function Branches({ branches, depth, onOpen, onMove }: BranchesProps) {
  return (
    <ul>
      {branches.map((branch) =>
        branch.entry.type === 'folder' ? (
          <FolderRow key={branch.entry.path} branch={branch} depth={depth} onOpen={onOpen} onMove={onMove} />
        ) : (
          <FileRow key={branch.entry.path} entry={branch.entry} depth={depth} onOpen={onOpen} />
        ),
      )}
    </ul>
  )
}

const ROW = 'flex min-h-8 w-full items-center gap-2 rounded-lg pr-2 text-left text-[13px] hover:bg-well pointer-coarse:min-h-11'

function FolderRow({ branch, depth, onOpen, onMove }: { readonly branch: Branch } & Omit<BranchesProps, 'branches'>) {
  const words = useLateWords()
  const [open, setOpen] = useState(true)
  const { isOver, onto } = useDropOn(branch.entry.path, onMove)
  return (
    <li>
      <Lockable pattern={`${branch.entry.path}/**`}>
        <button
          type="button"
          {...onto}
          aria-expanded={open}
          aria-label={words.files.treeOf({ name: branch.entry.name })}
          onClick={() => setOpen(!open)}
          className={`${ROW} ${isOver ? 'bg-parley-wash' : ''}`}
          style={{ paddingLeft: 6 + depth * 16 }}
        >
          <ChevronRight aria-hidden="true" className={`size-3.5 text-faint transition-transform ${open ? 'rotate-90' : ''}`} />
          <Folder aria-hidden="true" className="size-4 text-faint" />
          <Characters text={branch.entry.name} />
          <LockMark pattern={`${branch.entry.path}/**`} />
        </button>
      </Lockable>
      {open && <Branches branches={branch.children} depth={depth + 1} onOpen={onOpen} onMove={onMove} />}
    </li>
  )
}

function FileRow({ entry, depth, onOpen }: { readonly entry: FileEntry } & Omit<BranchesProps, 'branches' | 'onMove'>) {
  const words = useLateWords()
  const who = whoWrote(entry.by, words)
  return (
    <li>
      <Lockable pattern={entry.path}>
        <button
          type="button"
          {...draggedAs(entry.path)}
          onClick={() => onOpen(entry.path)}
          className={ROW}
          style={{ paddingLeft: 24 + depth * 16 }}
        >
          {imageTypeOf(entry.path) ? (
            <ImageIcon aria-hidden="true" className="size-4 shrink-0 text-faint" />
          ) : (
            <FileText aria-hidden="true" className="size-4 shrink-0 text-faint" />
          )}
          <span className="min-w-0 flex-1 truncate">
            <Characters text={entry.name} />
          </span>
          <LockMark pattern={entry.path} />
          <span className={`shrink-0 text-xs ${entry.by.actor === 'model' ? 'text-parley' : 'text-faint'}`}>
            {words.files.changedBy({ who })}
          </span>
          <span className="w-14 shrink-0 text-right text-xs text-faint tabular-nums">{formatSize(entry.size)}</span>
        </button>
      </Lockable>
    </li>
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
