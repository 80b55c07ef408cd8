const STEPS: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Where a key leads in the body of a table. Undefined: nowhere, or it is no such key. */
export function stepIn(cell: HTMLTableCellElement, key: string): Element | undefined {
  const row = cell.parentElement
  const rows = [...(row?.parentElement?.children ?? [])]
  const cells = row?.querySelectorAll('td') ?? []
  if (key === 'Home') return cells[0]
  if (key === 'End') return cells[cells.length - 1]
  const [down, right] = STEPS[key] ?? []
  if (!row || down === undefined || right === undefined) return undefined
  const place = [...cells].indexOf(cell)
  return rows[rows.indexOf(row) + down]?.querySelectorAll('td')[place + right]
}
