import { type Place, splitLines } from './source-edits.ts'

const CONTEXT = 2
const MAX_WIDTH = 120

/**
 * The lines around a place, with a caret under it:
 *
 *       1 | const total = 0
 *     > 2 | totl + 1
 *         | ^
 */
export function codeFrame(source: string, place: Place): string {
  const lines = splitLines(source)
  const first = Math.max(1, place.line - CONTEXT)
  const last = Math.min(lines.length, place.line + CONTEXT)
  const width = String(last).length
  const skipped = Math.max(0, place.column - MAX_WIDTH + 20)
  const frame: string[] = []
  for (let number = first; number <= last; number += 1) {
    const here = number === place.line
    frame.push(`${here ? '>' : ' '} ${String(number).padStart(width)} | ${shorten(lines[number - 1] ?? '', here ? skipped : 0)}`)
    if (here)
      frame.push(`  ${' '.repeat(width)} | ${' '.repeat(Math.max(0, place.column - 1 - skipped) + (skipped > 0 ? 1 : 0))}^`)
  }
  return frame.join('\n')
}

function shorten(line: string, skipped: number): string {
  const shown = line.slice(skipped, skipped + MAX_WIDTH).replaceAll('\t', ' ')
  return `${skipped > 0 ? '…' : ''}${shown}${skipped + MAX_WIDTH < line.length ? '…' : ''}`
}
