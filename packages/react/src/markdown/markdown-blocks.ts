/**
 * Cuts Markdown into blocks that can be drawn one by one, so that a growing answer redraws only its end.
 *
 *     Some words.\n\n```js\ncode\n\nmore\n```\n\n- a\n\n- b
 *     ^^^^^^^^^^^     ^^^^^^^^^^^^^^^^^^^^^^^^     ^^^^^^^^^
 *
 * A blank line ends a block, except inside a fence, and before a line that is indented or goes on with a list or a table.
 */
export interface MarkdownCut {
  /** Blocks that can no longer change. */
  readonly blocks: readonly string[]
  /** Where the unfinished rest begins. */
  readonly at: number
}

export const nothingCut: MarkdownCut = { blocks: [], at: 0 }

/** Follows one growing text; what was cut once is not looked at again. */
export function createCutter(): (text: string) => MarkdownCut {
  let seen = { text: '', cut: nothingCut }
  return (text) => {
    seen = { text, cut: cutMarkdown(text, text.startsWith(seen.text) ? seen.cut : nothingCut) }
    return seen.cut
  }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const GOES_ON = /^(?:\s|[-*+] |\d{1,9}[.)] |\||>|\[\^)/

/** Goes on from an earlier cut of the same text, which may have grown since. Each character is looked at a bounded number of times. */
export function cutMarkdown(text: string, before: MarkdownCut): MarkdownCut {
  const blocks = [...before.blocks]
  let start = before.at
  let line = start
  let fence: string | undefined
  let blank = false
  for (;;) {
    const end = text.indexOf('\n', line)
    if (end === -1) break
    const content = text.slice(line, end)
    if (fence === undefined && blank && content.trim() !== '' && !GOES_ON.test(content) && line > start) {
      blocks.push(text.slice(start, line))
      start = line
    }
    fence = fenceAfter(content, fence)
    blank = fence === undefined && content.trim() === ''
    line = end + 1
  }
  return start === before.at ? before : { blocks, at: start }
}

/** Inside which fence the next line stands. */
export function fenceAfter(line: string, fence: string | undefined): string | undefined {
  const mark = FENCE.exec(line)?.[1]
  if (mark === undefined) return fence
  if (fence === undefined) return mark
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark ? undefined : fence
}

/** By `[label]` or `[^label]`: the line that defines it. */
export type Definitions = ReadonlyMap<string, string>

const NONE: Definitions = new Map()

const LINE = /^ {0,3}(\[\^?[^\]\n]{1,200}\]):[ \t]*(\S.*)$/gm
/** Every block that means it is read with it: a long one in a thousand blocks would be read a thousand times. */
const LONGEST = 2_000

/**
 * `[1]: https://…` and `[^1]: words` are written anywhere in an answer and meant everywhere in it. An answer is drawn block by
 * block: without them a block would show `[this][1]` as it is written.
 */
export function definitionsIn(text: string): Definitions {
  if (!text.includes(']:')) return NONE
  const found = new Map<string, string>()
  for (const [, label = '', meaning = ''] of text.matchAll(LINE)) {
    // Of a note only that it is one matters here: its words are shown where they stand.
    if (!found.has(label) && meaning.length <= LONGEST) found.set(label, `${label}: ${label.startsWith('[^') ? '.' : meaning}`)
  }
  return found
}

/** The lines that a block needs and does not have. */
export function meantIn(block: string, definitions: Definitions): string {
  // An indented beginning would become part of the last note before it.
  if (definitions.size === 0 || /^\s/.test(block)) return ''
  const labels = new Set(block.match(/\[\^?[^\]\n[]{1,200}\]/g))
  return [...labels].flatMap((label) => (definitions.has(label) ? [definitions.get(label)] : [])).join('\n\n')
}
