import type { Token } from './highlight-code.ts'

/** What a view draws as one row: a line, the rest of a very long one, or lines that are all blank. */
export interface CodeRow {
  readonly kind: 'line' | 'more' | 'blank'
  readonly tokens: readonly Token[]
  /** How many lines of the text it stands for. */
  readonly lines: number
}

/** A row must fit into a window, or its end could never be on screen together with its beginning. */
const ROW_LENGTH = 600
/** A few blank lines part paragraphs; more of them push what follows out of sight. */
const MOST_BLANK = 8

const lengthOf = (tokens: readonly Token[]) => tokens.reduce((length, token) => length + token.text.length, 0)
const isBlank = (tokens: readonly Token[]) => tokens.every((token) => token.text.trim() === '')

export function codeRows(lines: readonly (readonly Token[])[]): readonly CodeRow[] {
  const rows: CodeRow[] = []
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && isBlank(lines[end] ?? [])) end += 1
    if (end - at > MOST_BLANK) {
      rows.push({ kind: 'blank', tokens: [], lines: end - at })
      at = end
    } else rows.push(...rowsOf(lines[at++] ?? []))
  }
  return rows
}

function rowsOf(tokens: readonly Token[]): readonly CodeRow[] {
  if (lengthOf(tokens) <= ROW_LENGTH) return [{ kind: 'line', tokens, lines: 1 }]
  const rows: Token[][] = [[]]
  let room = ROW_LENGTH
  for (const token of tokens) {
    for (let from = 0; from < token.text.length; ) {
      const to = whole(token.text, Math.min(token.text.length, from + room))
      rows.at(-1)?.push({ ...token, text: token.text.slice(from, to) })
      room -= to - from
      from = to
      if (room <= 0 && rows.push([])) room = ROW_LENGTH
    }
  }
  return rows
    .filter((row) => row.length > 0)
    .map((row, index) => ({ kind: index === 0 ? 'line' : 'more', tokens: row, lines: index === 0 ? 1 : 0 }))
}

/** Never between the halves of one character. */
const whole = (text: string, at: number) => (/[\ud800-\udbff]/.test(text[at - 1] ?? '') && at < text.length ? at + 1 : at)
