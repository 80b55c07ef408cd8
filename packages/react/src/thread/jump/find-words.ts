/** More would only slow down who looks. */
const MOST_RANGES = 100

/** Where the words stand in what is drawn, also across elements: `the *sum* of` has "the sum of". */
export function rangesOf(element: Element, words: string): readonly Range[] {
  const nodes = textNodes(element)
  const text = nodes.map(({ data }) => data).join('')
  if (words === '') return []
  const sign = new RegExp(words.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`), 'giu')
  const ranges: Range[] = []
  let [node, before] = [0, 0]
  for (const { index, 0: found } of text.matchAll(sign)) {
    if (ranges.length === MOST_RANGES) break
    const range = new Range()
    const place = (at: number, isEnd: boolean) => {
      for (let piece = nodes[node]; piece && at > before + piece.length - (isEnd ? 0 : 1); piece = nodes[++node])
        before += piece.length
      return [nodes[node] ?? element, nodes[node] ? at - before : 0] as const
    }
    range.setStart(...place(index, false))
    range.setEnd(...place(index + found.length, true))
    ranges.push(range)
  }
  return ranges
}

function textNodes(element: Element): readonly Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) nodes.push(node)
  return nodes
}
