import type { Nodes, Text } from 'mdast'

const caret: Text = { type: 'text', value: '', data: { hName: 'span', hProperties: { className: ['parley-caret'] } } }

/** Behind the last word. After the last list or table it would stand on a line of its own. */
export function addCaret(node: Nodes): void {
  if (!('children' in node)) return
  const last = node.children.at(-1)
  if (last && 'children' in last) return addCaret(last)
  // Code has its own: its characters are no nodes.
  if (last?.type === 'code') return
  // A caret is words, and stands wherever words do.
  if (node.type !== 'root' && node.type !== 'list') (node.children as Nodes[]).push(caret)
}
