import type { Path } from '@parley/browser/files'
import type { TreeRow } from './tree-rows.ts'

/** What a key asks of a tree. */
export type TreeStep =
  | { readonly kind: 'go'; readonly to: Path; readonly choosing: boolean }
  | { readonly kind: 'fold' | 'unfold' | 'open' | 'toggle' | 'remove'; readonly at: Path }
  | { readonly kind: 'all' | 'clear' }

interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** The keys of a tree, as people who use no mouse know them. Undefined: the key is nobody's here. */
export function stepOf(pressed: Pressed, rows: readonly TreeRow[], active: number): TreeStep | undefined {
  const at = rows[active]
  if (!at) return undefined
  if (pressed.ctrlKey || pressed.metaKey) return pressed.key.toLowerCase() === 'a' ? { kind: 'all' } : undefined
  const go = (index: number): TreeStep | undefined => {
    const to = rows[Math.max(0, Math.min(rows.length - 1, index))]
    return to && { kind: 'go', to: to.entry.path, choosing: pressed.shiftKey }
  }
  switch (pressed.key) {
    case 'ArrowDown':
      return go(active + 1)
    case 'ArrowUp':
      return go(active - 1)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      return inward(rows, active)
    case 'ArrowLeft':
      return outward(rows, active)
    case 'Enter':
      return { kind: 'open', at: at.entry.path }
    case ' ':
      return { kind: 'toggle', at: at.entry.path }
    case 'Delete':
      return { kind: 'remove', at: at.entry.path }
    case 'Escape':
      return { kind: 'clear' }
    default:
      return undefined
  }
}

/** Unfolds a folder; in an open one, goes to what is first in it. */
function inward(rows: readonly TreeRow[], active: number): TreeStep | undefined {
  const [at, next] = [rows[active], rows[active + 1]]
  if (at?.entry.type !== 'folder') return undefined
  if (next && next.level > at.level) return { kind: 'go', to: next.entry.path, choosing: false }
  return { kind: 'unfold', at: at.entry.path }
}

/** Folds an open folder; from anywhere else, goes to the folder it lies in. */
function outward(rows: readonly TreeRow[], active: number): TreeStep | undefined {
  const [at, next] = [rows[active], rows[active + 1]]
  if (!at) return undefined
  if (next && next.level > at.level) return { kind: 'fold', at: at.entry.path }
  const above = rows.slice(0, active).findLast(({ level }) => level < at.level)
  return above && { kind: 'go', to: above.entry.path, choosing: false }
}
