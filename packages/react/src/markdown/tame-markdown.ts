import { fenceAfter } from './markdown-blocks.ts'

/** Of one block, outside of its fences. Reading takes time by the square of some of these, and the page stands still meanwhile. */
const MOST = { characters: 60_000, formulas: 400, depth: 24 }
/** Of one run of words: a paragraph, a cell, an item. */
const MOST_MARKS = 600

const MARKS = /\*+|_+|~+|`+|\[/g
/** `$5` is a price, most of the time. */
const FORMULAS = /\\[([]|\$(?![\s\d])/g
/** `> - 1. words`, and an item that stands as far to the right as in a list of so many levels. */
const OPENERS = /^(?:\s*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))+/
const FAR_ITEM = new RegExp(`^\\s{${MOST.depth * 2},}(?:>|[-*+]\\s|\\d{1,9}[.)]\\s)`)
const ITEM = /^\s*[-*+]\s+\S/
const RULE = /^[\s|:-]*-[\s|:-]*$/

/**
 * Whether a block can be read as Markdown without holding up the page. Ten thousand quotes in each other, or openings of what is never
 * closed, are no text that a person wrote: they are shown as they stand.
 */
export function isTameMarkdown(text: string): boolean {
  const all = { characters: 0, formulas: 0, marks: 0 }
  let fence: string | undefined
  let before = ''
  let isTable = false
  for (const line of text.split('\n')) {
    const inside = fence !== undefined
    fence = fenceAfter(line, fence)
    if (inside) continue
    isTable = line.trim() !== '' && (isTable || (RULE.test(line) && pipesIn(line) > 0 && pipesIn(line) === pipesIn(before)))
    // Here other words begin.
    if (line.trim() === '' || isTable || ITEM.test(line)) all.marks = 0
    all.marks += countOf(MARKS, line)
    all.formulas += countOf(FORMULAS, line) + countOf(/\$/g, line) / 5
    all.characters += line.length
    before = line
    if (all.marks > MOST_MARKS || all.formulas > MOST.formulas || all.characters > MOST.characters || isDeep(line)) return false
  }
  return true
}

function isDeep(line: string): boolean {
  return FAR_ITEM.test(line) || countOf(/\S+/g, (OPENERS.exec(line)?.[0] ?? '').replaceAll('>', '> ')) > MOST.depth
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0

const pipesIn = (line: string): number => countOf(/(?<!\\)\|/g, line.trim().replaceAll(/^\||(?<!\\)\|$/g, ''))
