import type { Definition, FootnoteDefinition, FootnoteReference, List, Nodes, Paragraph, RootContent, Table, Text } from 'mdast'

interface Written {
  /** The whole Markdown. */
  readonly source: string
  /** Where the block itself begins: before it stand only definitions from elsewhere. */
  readonly from: number
}

/** What we put in ourselves stands nowhere, and so never before the block. */
const offsetOf = (node: Nodes): number => node.position?.start.offset ?? Number.POSITIVE_INFINITY

/** Raised, as the number of a note is. */
const raised = (text: string): Paragraph => ({
  type: 'paragraph',
  children: [{ type: 'text', value: text }],
  data: { hName: 'sup' },
})

/** What Markdown leaves out of the page is put into it: notes nobody refers to, definitions, cells too many, numbers of a list. */
export function showAll(node: Nodes, written: Written): void {
  if (node.type === 'table') widen(node)
  if (node.type === 'list') number(node, written)
  if (!('children' in node)) return
  const shown = node.children.flatMap((child) => show(child, written))
  for (const child of shown) showAll(child, written)
  // The children of a node stay the children it may have: each is replaced by one of the kinds that stand anywhere.
  node.children = shown as typeof node.children
}

function show(node: RootContent, { from }: Written): readonly RootContent[] {
  // A definition draws nothing itself, and links need it where it is.
  if (offsetOf(node) < from) return node.type === 'definition' ? [node] : []
  if (node.type === 'definition') return [node, definition(node)]
  if (node.type === 'footnoteDefinition') return [note(node)]
  return node.type === 'footnoteReference' ? [reference(node)] : [node]
}

const reference = ({ label, identifier }: FootnoteReference): RootContent => raised(label ?? identifier)

const note = ({ label, identifier, children }: FootnoteDefinition): RootContent => ({
  type: 'blockquote',
  children: [raised(label ?? identifier), ...children],
  data: { hName: 'div', hProperties: { className: ['footnote'] } },
})

const definition = ({ label, identifier, url, title }: Definition): RootContent => ({
  type: 'paragraph',
  children: [
    { type: 'text', value: `[${label ?? identifier}]: ` },
    { type: 'link', url, children: [{ type: 'text', value: url }] },
    { type: 'text', value: title ? ` "${title}"` : '' },
  ],
})

/** A row may have more cells than the first one. */
function widen(table: Table): void {
  const width = Math.max(...table.children.map((row) => row.children.length))
  const align = table.align ?? []
  table.align = [...align, ...Array.from({ length: Math.max(0, width - align.length) }, () => null)]
}

/** `3.` after `5.` is 3. All the same number is how some write a list that counts itself. */
function number(list: List, { source }: Written): void {
  if (!list.ordered) return
  const numbers = list.children.map((item) => Number.parseInt(source.slice(offsetOf(item), offsetOf(item) + 9), 10))
  if (new Set(numbers).size < 2) return
  for (const [index, item] of list.children.entries()) item.data = { hProperties: { value: String(numbers[index]) } }
}

const caret: Text = { type: 'text', value: '', data: { hName: 'span', hProperties: { className: ['parley-caret'] } } }

/** Behind the last word. After the last list or table it would stand on a line of its own. */
export function addCaret(node: Nodes): void {
  if (!('children' in node)) return
  const last = node.children.at(-1)
  // A formula is drawn from its text alone.
  if (last && 'children' in last && last.type !== 'formula') return addCaret(last)
  // Code has its own: its characters are no nodes.
  if (last?.type === 'code') return
  // A caret is words, and stands wherever words do.
  if (node.type !== 'root' && node.type !== 'list') (node.children as Nodes[]).push(caret)
}
