import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/** Blocks of a page of fixtures, and what they are shown as. The parts are what the reader itself shows. */
const SHOWN_AS: Readonly<Record<string, string>> = { limits: 'json', calls: 'text', results: 'text', lesson: 'text' }
const SILENT = ['parts', 'options', 'tools']

const attribute = (value: unknown): string => encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))

/** Diagrams are drawn, and what a model wrote is read by the library, in the browser. */
export function drawFences(markdown: MarkdownRenderer): void {
  const usual = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (...given) => {
    const [tokens, at, , env] = given
    const token = tokens[at]
    const kind = token?.info.trim() ?? ''
    if (!token || !usual) return ''
    if (kind === 'mermaid') return `<MermaidDiagram code="${attribute(token.content)}" />`
    const dialect = /fixtures\/(.+)\.md$/.exec(env.realPath ?? env.path)?.[1]
    if (dialect !== undefined && token.markup === '~~~~') {
      if (SILENT.includes(kind)) return ''
      if (kind === 'source') return reader(posix.basename(dialect), sectionOf(tokens, at))
      token.info = SHOWN_AS[kind] ?? 'text'
    }
    const drawn = usual(...given)
    const title = /\[([^\]]+)\]$/.exec(kind)?.[1]
    return title === undefined ? drawn : `<div class="titled"><span>${markdown.utils.escapeHtml(title)}</span>${drawn}</div>`
  }
}

/** The blocks under the same heading, by name. */
function sectionOf(tokens: readonly Token[], at: number): ReadonlyMap<string, string> {
  const isHeading = ({ type }: Token) => type === 'heading_open'
  const start = tokens.slice(0, at).findLastIndex(isHeading)
  const next = tokens.slice(at).findIndex(isHeading)
  const section = tokens.slice(start + 1, next < 0 ? tokens.length : at + next)
  return new Map(section.flatMap(({ type, info, content }) => (type === 'fence' ? [[info.trim(), content]] : [])))
}

function reader(dialect: string, blocks: ReadonlyMap<string, string>): string {
  const source = blocks.get('source')?.replace(/\n$/, '') ?? ''
  const given = ['parts', 'options', 'tools'].flatMap((name) => {
    const json = blocks.get(name)
    return json === undefined ? [] : [`${name}="${attribute(json)}"`]
  })
  return `<DialectReader dialect="${dialect}" source="${attribute(source)}" ${given.join(' ')} />`
}
