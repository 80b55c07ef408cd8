import type { ConsoleLine } from '@parley/browser/sandbox'

/** Of what a page prints so much is drawn: each unseen character of it is an element of its own, and a million of them held the page for good. */
const MOST = { lines: 200, line: 4_000, characters: 40_000 }

/** The end of what was printed, with one more line. */
export function withLine(before: readonly ConsoleLine[], { level, text }: ConsoleLine): readonly ConsoleLine[] {
  const lines = [...before, { level, text: text.slice(0, MOST.line) }].slice(-MOST.lines)
  let length = lines.reduce((sum, line) => sum + line.text.length, 0)
  let from = 0
  while (length > MOST.characters) {
    length -= lines[from]?.text.length ?? length
    from += 1
  }
  return lines.slice(from)
}
