import { diffArrays } from 'diff'
import { toText } from '../file-content.ts'
import type { BlamedLine } from '../file-history.ts'
import type { FileContent } from '../file-system.ts'

/** The lines of a text with the newline that ends each. */
function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** Who wrote each line, from every version of the file, oldest first. A line keeps its author as long as it stays the same. */
export function blameLines(versions: readonly (FileContent & Pick<BlamedLine, 'time' | 'by'>)[]): readonly BlamedLine[] {
  let lines: readonly BlamedLine[] = []
  for (const { entry, data, time, by } of versions) {
    const next = entry.binary ? [] : splitLines(toText(data))
    const made = (text: string): BlamedLine => ({ text, version: entry.version, time, by })
    let taken = 0
    const before = lines
    const differences = diffArrays(
      before.map((line) => line.text),
      [...next],
      { maxEditLength: 20_000 },
    )
    // Too different to compare in reasonable time: then it is a new text.
    if (differences === undefined) {
      lines = next.map(made)
      continue
    }
    lines = differences.flatMap((piece) => {
      if (piece.added) return piece.value.map(made)
      taken += piece.value.length
      return piece.removed ? [] : before.slice(taken - piece.value.length, taken)
    })
  }
  return lines
}
