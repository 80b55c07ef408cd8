/** At `at`, `remove` characters of the source give way to `insert`. */
export interface Edit {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

export interface Place {
  readonly line: number
  readonly column: number
}

/** Where the kept pieces of a source ended up: the piece that starts at `source[index]` starts at `output[index]`. */
interface PositionMap {
  readonly source: readonly number[]
  readonly output: readonly number[]
}

export interface EditedSource {
  readonly text: string
  readonly map: PositionMap
}

/** Applies edits that do not overlap. Several insertions at one place keep the order they were given in. */
export function applyEdits(source: string, edits: readonly Edit[]): EditedSource {
  const ordered = edits.map((edit, index) => ({ edit, index })).sort((a, b) => a.edit.at - b.edit.at || a.index - b.index)
  const map = { source: [0], output: [0] }
  let text = ''
  let from = 0
  for (const { edit } of ordered) {
    if (edit.at < from) throw new Error('two edits overlap')
    text += source.slice(from, edit.at) + edit.insert
    from = edit.at + edit.remove
    map.source.push(from)
    map.output.push(text.length)
  }
  return { text: text + source.slice(from), map }
}

/** The place in the source that a place in the edited text came from. Inserted text belongs to what follows it. */
export function sourcePlace(place: Place, edited: EditedSource, source: string): Place | undefined {
  const offset = offsetOf(place, edited.text)
  if (offset === undefined) return undefined
  let piece = 0
  while (piece + 1 < edited.map.output.length && (edited.map.output[piece + 1] ?? 0) <= offset) piece += 1
  const next = edited.map.source[piece + 1] ?? source.length
  const kept = (edited.map.source[piece] ?? 0) + offset - (edited.map.output[piece] ?? 0)
  return placeOf(Math.min(kept, next, source.length), source)
}

/** Lines end where the language says they end, not only at `\n`. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/g

export function splitLines(text: string): readonly string[] {
  return text.split(LINE_END)
}

function offsetOf(place: Place, text: string): number | undefined {
  let start = 0
  let line = 1
  for (const match of text.matchAll(LINE_END)) {
    if (line === place.line) break
    start = match.index + match[0].length
    line += 1
  }
  return line === place.line && start + place.column - 1 <= text.length ? start + place.column - 1 : undefined
}

export function placeOf(offset: number, text: string): Place {
  let start = 0
  let line = 1
  for (const match of text.matchAll(LINE_END)) {
    if (match.index + match[0].length > offset) break
    start = match.index + match[0].length
    line += 1
  }
  return { line, column: offset - start + 1 }
}
