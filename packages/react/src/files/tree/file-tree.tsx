import type { Entry, Path } from '@parley/browser/files'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { NOTHING_CHOSEN, reached, toggled, topmost } from './selection.ts'
import type { TreeHands } from './tree-hands.ts'
import { stepOf, type TreeStep } from './tree-keys.ts'
import { Row } from './tree-row.tsx'
import { rowsOf, type TreeRow } from './tree-rows.ts'

interface FileTreeProps {
  /** The name of the area, for who hears it. */
  readonly label: string
  readonly entries: readonly Entry[]
  /** The folder whose content is shown. */
  readonly root: Path
  readonly hands: TreeHands
}

/** A tree in which several can be chosen. One row of it is in the order of tabs; arrows go to the others. */
export function FileTree({ label, entries, root, hands }: FileTreeProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => rowsOf(entries, root, folded), [entries, root, folded])
  const { tree, active, goTo } = useActiveRow(rows)
  const take = useSteps(rows, hands, goTo, setFolded)
  const press = (event: MouseEvent, { entry }: TreeRow) => {
    goTo(entry.path)
    if (event.shiftKey) take({ kind: 'go', to: entry.path, choosing: true })
    else take({ kind: event.ctrlKey || event.metaKey || hands.isChoosing ? 'toggle' : 'open', at: entry.path })
  }
  const onKey = (event: KeyboardEvent) => {
    const step = stepOf(event, rows, active)
    if (!step || (step.kind === 'clear' && hands.selection.chosen.size === 0)) return
    event.preventDefault()
    event.stopPropagation()
    take(step)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its rows have the focus
    <div ref={tree} role="tree" aria-label={label} aria-multiselectable="true" onKeyDown={onKey}>
      {rows.map((row, index) => (
        <Row
          key={row.entry.path}
          row={row}
          isActive={index === active}
          isOpen={row.entry.type === 'folder' && !folded.has(row.entry.path)}
          hands={hands}
          onPress={(event) => press(event, row)}
          onFold={() => take({ kind: folded.has(row.entry.path) ? 'unfold' : 'fold', at: row.entry.path })}
        />
      ))}
    </div>
  )
}

/** Which row has the focus, or would have it. It stays where it was when that row goes away. */
function useActiveRow(rows: readonly TreeRow[]) {
  const tree = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ readonly path: Path; readonly index: number }>()
  const found = rows.findIndex(({ entry }) => entry.path === place?.path)
  const active = found === -1 ? Math.min(place?.index ?? 0, rows.length - 1) : found
  const hasFocus = useRef(false)
  const isGone = place !== undefined && found === -1
  useEffect(() => {
    const element = tree.current
    if (!element) return
    const look = () => (hasFocus.current = element.contains(document.activeElement))
    element.addEventListener('focusin', look)
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [])
  useEffect(() => {
    if (isGone && hasFocus.current) rowAt(tree.current, active)?.focus()
  }, [isGone, active])
  const goTo = (path: Path) => {
    const index = rows.findIndex(({ entry }) => entry.path === path)
    setPlace({ path, index })
    rowAt(tree.current, index)?.focus()
  }
  return { tree, active, goTo }
}

const rowAt = (tree: HTMLElement | null, index: number): HTMLElement | undefined =>
  tree?.querySelectorAll<HTMLElement>('[role="treeitem"]')[index]

/** Does what a key or a press asks for. */
function useSteps(
  rows: readonly TreeRow[],
  { selection, onSelect, onOpen, onRemove }: TreeHands,
  goTo: (path: Path) => void,
  setFolded: (change: (folded: ReadonlySet<string>) => ReadonlySet<string>) => void,
) {
  const paths = rows.map(({ entry }) => entry.path)
  const fold = (path: Path, isFolded: boolean) =>
    setFolded((folded) => (isFolded ? new Set([...folded, path]) : new Set([...folded].filter((other) => other !== path))))
  const open = (path: Path) => {
    const entry = rows.find((row) => row.entry.path === path)?.entry
    if (entry?.type === 'file') onOpen(path)
    else
      setFolded((folded) =>
        folded.has(path) ? new Set([...folded].filter((other) => other !== path)) : new Set([...folded, path]),
      )
  }
  return (step: TreeStep) => {
    switch (step.kind) {
      case 'go': {
        const from = selection.anchor ?? document.activeElement?.getAttribute('data-row')
        const begun = paths.find((path) => path === from)
        if (step.choosing) onSelect(reached({ ...selection, ...(begun && { anchor: begun }) }, paths, step.to))
        return goTo(step.to)
      }
      case 'fold':
      case 'unfold':
        return fold(step.at, step.kind === 'fold')
      case 'open':
        return open(step.at)
      case 'toggle':
        return onSelect(toggled(selection, step.at))
      case 'remove':
        return onRemove(topmost(selection.chosen.size > 0 ? selection.chosen : [step.at]))
      case 'all':
        return onSelect({ chosen: new Set(paths) })
      case 'clear':
        return onSelect(NOTHING_CHOSEN)
    }
  }
}
