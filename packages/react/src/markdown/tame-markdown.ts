import { fenceAfter } from './markdown-blocks.ts'

/** Of one block, outside of its fences. Reading takes time by the square of some of these, and the page stands still meanwhile. */
const MOST = { characters: 60_000, lines: 2_000, formulas: 400, depth: 24, nesting: 2_500, cells: 10_000 }
/** Of one run of words: a paragraph, a cell, an item. Behind a bracket every gap is looked at again for each one after it. */
const MOST_IN_WORDS = { marks: 600, gaps: 8_000 }

const MARKS = /\*+|_+|~+|`+|[[\]]/g
/** `<!--` and `<?` are searched to the end of the words, each for itself. */
const COMMENTS = /<[!?]/g
const COMMENT_WEIGHT = 20
/** All but what a picture is written with when it stands in its address. */
const GAPS = /[^\p{L}\p{N}+/=]/gu
/** `$5` is a price, most of the time. */
const FORMULAS = /\\[([]|\$(?![\s\d])/g
/** `> - 1. words`, and an item that stands as far to the right as in a list of so many levels. */
const OPENERS = /^(?:\s*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))+/
const FAR_ITEM = new RegExp(`^\\s{${MOST.depth * 2},}(?:>|[-*+]\\s|\\d{1,9}[.)]\\s)`)
const ITEM = /^\s*[-*+]\s+\S/
const RULE = /^[\s|:-]+$/

/**
 * Whether a block can be read as Markdown without holding up the page. Ten thousand quotes in each other, or openings of what is never
 * closed, are no text that a person wrote: they are shown as they stand.
 */
export function isTameMarkdown(text: string): boolean {
  const all = { characters: 0, lines: 0, formulas: 0, nesting: 0, cells: 0, marks: 0, gaps: 0 }
  let fence: string | undefined
  let before = ''
  /** Of the table that stands here: every row gets as many cells as the first one. */
  let columns = 0
  for (const line of text.split('\n')) {
    const inside = fence !== undefined
    fence = fenceAfter(line, fence)
    if (inside) continue
    const isBlank = line.trim() === ''
    if (isBlank) columns = 0
    else if (columns === 0) columns = columnsOf(line, before)
    // Here other words begin.
    if (isBlank || columns > 0 || ITEM.test(line)) Object.assign(all, { marks: 0, gaps: 0 })
    all.marks += countOf(MARKS, line) + countOf(COMMENTS, line) * COMMENT_WEIGHT
    all.gaps += countOf(GAPS, line)
    all.formulas += countOf(FORMULAS, line) + countOf(/\$/g, line) / 5
    all.characters += line.length
    all.lines += 1
    all.cells += columns
    all.nesting += nestingOf(line)
    before = line
    if (isOver(all) || FAR_ITEM.test(line)) return false
  }
  return true
}

type Counted = Record<'characters' | 'lines' | 'formulas' | 'nesting' | 'cells' | 'marks' | 'gaps', number>

const isOver = (all: Counted): boolean =>
  all.marks > MOST_IN_WORDS.marks ||
  all.gaps > MOST_IN_WORDS.gaps ||
  all.characters > MOST.characters ||
  all.lines > MOST.lines ||
  all.formulas > MOST.formulas ||
  all.nesting > MOST.nesting ||
  all.cells > MOST.cells

/** What a line opens takes time by its square, once more for every line; what stands far to the right lies in as many lists. */
function nestingOf(line: string): number {
  const openers = OPENERS.exec(line)?.[0]
  if (openers === undefined) return 0
  const count = countOf(/\S+/g, openers.replaceAll('>', '> '))
  return count > MOST.depth ? Number.POSITIVE_INFINITY : count ** 2 + (openers.length - openers.trimStart().length) / 2
}

/** Of a table that begins with this line, the one of its rules. Zero: none does. */
function columnsOf(line: string, before: string): number {
  const pipes = line.includes('-') && RULE.test(line) ? pipesIn(line) : 0
  return pipes > 0 && pipes === pipesIn(before) ? pipes + 1 : 0
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0

const pipesIn = (line: string): number => countOf(/(?<!\\)\|/g, line.trim().replaceAll(/^\||(?<!\\)\|$/g, ''))
