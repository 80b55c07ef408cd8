import type { Nodes } from 'mdast'
import { fenceAfter } from './markdown-blocks.ts'

/** The headings that something stands under, each by its number of `#`: `13` is a `###` under a `#`. */
export type Outline = string

/** Under the heading that says who speaks. */
const ABOVE_ANSWERS = 2

const under = (outline: Outline, depth: number): Outline => [...outline].filter((above) => Number(above) < depth).join('') + depth

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/

function outlineAfter(block: string, before: Outline): Outline {
  if (!block.includes('#')) return before
  let outline = before
  let fence: string | undefined
  for (const line of block.split('\n')) {
    fence = fenceAfter(line, fence)
    const mark = fence === undefined ? HEADING.exec(line)?.[1] : undefined
    if (mark !== undefined) outline = under(outline, mark.length)
  }
  return outline
}

/** What each block stands under, and last what comes after all of them. */
export function outlinesOf(blocks: readonly string[]): readonly Outline[] {
  const outlines = ['']
  for (const block of blocks) outlines.push(outlineAfter(block, outlines.at(-1) ?? ''))
  return outlines
}

/** A model begins with `#` or with `###` as it likes. In the outline of the page no step is left out, and an answer stays below who gave it. */
export function placeHeadings(node: Nodes, before: Outline): Outline {
  if (node.type === 'heading') {
    const outline = under(before, node.depth)
    node.data = { ...node.data, hProperties: { ariaLevel: Math.min(6, ABOVE_ANSWERS + outline.length) } }
    return outline
  }
  if (!('children' in node)) return before
  return node.children.reduce<Outline>((outline, child) => placeHeadings(child, outline), before)
}
