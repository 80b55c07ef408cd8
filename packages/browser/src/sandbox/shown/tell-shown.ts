import type { ShownItem } from './shown-item.ts'

export interface Shown {
  readonly items: readonly ShownItem[]
  /** How many were left out. */
  readonly leftOut: number
}

/** What the user now sees, one short line each, for the model: it need not say it again. Empty: nothing was shown. */
export function tellShown({ items, leftOut }: Shown): readonly string[] {
  const lines = items.map((item) => `${kindOf(item)}${item.title === undefined ? '' : ` "${item.title}"`}${sizeOf(item)}`)
  return leftOut === 0 ? lines : [...lines, `${leftOut} more not shown: too many, too large, or not something that can be shown`]
}

const kindOf = ({ kind }: ShownItem): string => (kind === 'image' || kind === 'svg' ? 'picture' : kind)

function sizeOf(item: ShownItem): string {
  if (item.kind === 'image') return ` (${item.width}×${item.height})`
  if (item.kind !== 'table') return ''
  const first = item.rows.length < item.total ? `, the first ${item.rows.length} shown` : ''
  return ` (${item.total} rows, ${item.columns.length} columns${first})`
}
