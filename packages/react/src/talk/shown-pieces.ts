import { escapeHtml, fenced } from '@parley/browser'
import { type ShownItem, shownIn } from '@parley/browser/sandbox'
import type { ToolResult } from '@parley/dialects'
import { toHtml } from './to-html.ts'

type Cell = Extract<ShownItem, { readonly kind: 'table' }>['rows'][number][number]

interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** What a program showed, as HTML. */
export const shownHtml = (display: ToolResult['display']): string => shownIn(display).map(itemHtml).join('')

/** As Markdown. */
export const shownMarkdown = (display: ToolResult['display']): string => shownIn(display).map(itemMarkdown).join('\n\n')

/** A picture is part of the page, and nothing in a drawing runs or loads where it is one. */
function itemHtml(item: ShownItem): string {
  const caption = item.title === undefined ? '' : `<figcaption>${escapeHtml(item.title)}</figcaption>`
  const picture = (address: string) => `<img src="${escapeHtml(address)}" alt="${escapeHtml(item.alt ?? item.title ?? '')}">`
  const body = () => {
    if (item.kind === 'image') return picture(`data:${item.mime};base64,${item.data}`)
    if (item.kind === 'svg') return picture(`data:image/svg+xml,${encodeURIComponent(item.text.toWellFormed())}`)
    if (item.kind === 'markdown') return toHtml(item.text)
    if (item.kind === 'json') return `<pre>${escapeHtml(item.text)}</pre>`
    return tableHtml(item)
  }
  return `<figure>${body()}${caption}</figure>`
}

const rowHtml = (cells: readonly Cell[], tag: string): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(String(cell ?? ''))}</${tag}>`).join('')}</tr>`

const tableHtml = ({ columns, rows }: Rows): string =>
  `<table><thead>${rowHtml(columns, 'th')}</thead><tbody>${rows.map((cells) => rowHtml(cells, 'td')).join('')}</tbody></table>`

/** Markdown holds no pictures: of a chart its values, of any other picture what is to be seen. */
function itemMarkdown(item: ShownItem): string {
  const title = item.title === undefined ? [] : [`**${inLine(item.title)}**`]
  if (item.kind === 'markdown') return [...title, item.text].join('\n\n')
  if (item.kind === 'json') return [...title, fenced(item.text, 'json')].join('\n\n')
  if (item.kind === 'table') return [...title, tableMarkdown(item)].join('\n\n')
  if (item.kind === 'svg' && item.points) return [...title, tableMarkdown(item.points)].join('\n\n')
  return `🖼 ${inLine(item.alt ?? item.title ?? '')}`.trim()
}

const rowMarkdown = (cells: readonly Cell[]): string => `| ${cells.map((cell) => inLine(String(cell ?? ''))).join(' | ')} |`

const tableMarkdown = ({ columns, rows }: Rows): string =>
  [columns, columns.map(() => '---'), ...rows].map(rowMarkdown).join('\n')

/** In one line, and no mark of a table. */
const inLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`).trim()
