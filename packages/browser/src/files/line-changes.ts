import { diffLines } from 'diff/lib/diff/line.js'

export interface LineChanges {
  readonly added: number
  readonly removed: number
}

// Two texts that share nothing would take quadratic time to compare; then every line counts as changed.
const MAX_EDITS = 5000

/** How many lines one text has more and less than the other, as `+12 −3` would show it. */
export function countLineChanges(before: string, after: string): LineChanges {
  const pieces = diffLines(before, after, { maxEditLength: MAX_EDITS })
  if (pieces === undefined) return { added: countLines(after), removed: countLines(before) }
  let added = 0
  let removed = 0
  for (const piece of pieces) {
    if (piece.added) added += piece.count
    else if (piece.removed) removed += piece.count
  }
  return { added, removed }
}

export function countLines(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
