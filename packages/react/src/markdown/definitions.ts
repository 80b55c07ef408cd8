/** By `[label]` or `[^label]`: the line that defines it. */
export type Definitions = ReadonlyMap<string, string>

const NONE: Definitions = new Map()

const LINE = /^ {0,3}(\[\^?[^\]\n]{1,200}\]):[ \t]*(\S.*)$/gm

/**
 * `[1]: https://…` and `[^1]: words` are written anywhere in an answer and meant everywhere in it. An answer is drawn block by
 * block: without them a block would show `[this][1]` as it is written.
 */
export function definitionsIn(text: string): Definitions {
  if (!text.includes(']:')) return NONE
  const found = new Map<string, string>()
  for (const [, label = '', meaning = ''] of text.matchAll(LINE)) {
    // Of a note only that it is one matters here: its words are shown where they stand.
    if (!found.has(label)) found.set(label, `${label}: ${label.startsWith('[^') ? '.' : meaning}`)
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
