import type { ShownItem } from '@parley/browser/sandbox'
import type { FilePart } from '@parley/dialects'

/** What was shown as a file that can be kept: a picture as it is, a table as CSV. */
export function toFile(item: ShownItem, title: string): FilePart {
  const stem = title.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60) || item.kind
  if (item.kind === 'image')
    return { type: 'file', mediaType: item.mime, data: item.data, name: `${stem}.${item.mime.slice('image/'.length)}` }
  const [mediaType, ending, text] = asText(item)
  const bytes = new TextEncoder().encode(text)
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return { type: 'file', mediaType, data, name: `${stem}.${ending}` }
}

function asText(
  item: Exclude<ShownItem, { readonly kind: 'image' }>,
): readonly [mediaType: string, ending: string, text: string] {
  switch (item.kind) {
    case 'svg':
      return ['image/svg+xml', 'svg', item.text]
    case 'markdown':
      return ['text/markdown', 'md', item.text]
    case 'json':
      return ['application/json', 'json', item.text]
    case 'table':
      return ['text/csv', 'csv', `${[item.columns, ...item.rows].map((row) => row.map(field).join(',')).join('\n')}\n`]
  }
}

/** A comma, a quote or a line break inside a field is quoted. */
function field(cell: string | number | boolean | null): string {
  const text = cell === null ? '' : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
