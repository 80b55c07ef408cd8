/** Where JavaScript begins a new line. What follows one of these is no comment any more, whatever an editor shows. */
const BREAK = /\r\n|[\n\r\u2028\u2029]/g

export interface SourceLine {
  readonly text: string
  /** What ended the line, where it was neither a line feed nor Windows' pair: `\r`, U+2028 or U+2029. Otherwise empty. */
  readonly oddEnd: string
}

/**
 * A text in lines as an engine counts them:
 *
 *     6*7 // sum\r;evil()      two lines, and the second one runs
 */
export function sourceLines(text: string): readonly SourceLine[] {
  const lines: SourceLine[] = []
  let from = 0
  for (const { index, 0: end } of text.matchAll(BREAK)) {
    lines.push({ text: text.slice(from, index), oddEnd: end.endsWith('\n') ? '' : end })
    from = index + end.length
  }
  return [...lines, { text: text.slice(from), oddEnd: '' }]
}

export function countLines(text: string): number {
  return (text.match(BREAK)?.length ?? 0) + 1
}

/** Without the line feed that ends the last line: what would stand behind it is not a line of its own. */
export function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/, '')
}

/** The part of a long text that is shown while it is folded. */
export function firstLines(text: string, count: number): string {
  let left = count
  for (const { index } of text.matchAll(BREAK)) {
    left -= 1
    if (left === 0) return text.slice(0, index)
  }
  return text
}
