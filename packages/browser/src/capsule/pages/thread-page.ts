import type { SpokenPiece, SpokenThread } from './spoken-thread.ts'
import type { PageWords } from './thread-markdown.ts'

export interface PageOptions extends PageWords {
  /** For `lang`. */
  readonly tag: string
  /** Makes HTML of Markdown, without anything in it that runs or is fetched. */
  readonly toHtml: (markdown: string) => string
}

/** One document with everything in it, for any browser and any time. Its own policy lets nothing run and nothing be fetched. */
export function threadPage({ title, turns }: SpokenThread, options: PageOptions): string {
  const name = escapeHtml(title || options.untitled)
  const articles = turns.map(({ role, model, at, parts }) => {
    const who = escapeHtml(role === 'user' ? options.you : (model ?? options.model))
    const time = `<time>${escapeHtml(options.time(at))}</time>`
    return `<article class="${role}">\n<header><h2>${who}</h2>${time}</header>\n${parts.map((part) => pieceOf(part, options)).join('\n')}\n</article>`
  })
  return `<!doctype html>
<html lang="${escapeHtml(options.tag)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${name}</h1>
${articles.join('\n')}
</main>
</body>
</html>
`
}

function pieceOf(part: SpokenPiece, { toHtml, result, outcome, shown }: PageOptions): string {
  if (part.kind === 'text') return `<div class="said">${toHtml(part.text)}</div>`
  if (part.kind === 'file') return `<p class="file">📎 ${escapeHtml(part.name)}</p>`
  if (part.kind === 'broken') return `<pre>${escapeHtml(part.source)}</pre>`
  const input = `<pre>${escapeHtml(JSON.stringify(part.input, undefined, 2))}</pre>`
  const after =
    part.result === undefined
      ? ''
      : `<p>${escapeHtml(result)}${part.outcome === undefined ? '' : ` · ${escapeHtml(outcome(part.outcome))}`}</p><pre>${escapeHtml(part.result)}</pre>`
  return `<details><summary><code>${escapeHtml(part.name)}</code></summary>${input}${after}</details>${shown(part.display)}`
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.toWellFormed().replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.6 system-ui,sans-serif}main{max-width:46rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.6rem;line-height:1.25}article{margin:1.5rem 0;overflow-wrap:anywhere}article.user{background:color-mix(in srgb,currentColor 7%,transparent);border-radius:1rem;padding:.25rem 1rem}header{display:flex;gap:.75rem;align-items:baseline}h2{font-size:.85rem;margin:.5rem 0}time{font-size:.75rem;opacity:.7}pre{overflow:auto;padding:.75rem;border-radius:.5rem;background:color-mix(in srgb,currentColor 7%,transparent);font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap}code{font-family:ui-monospace,monospace;font-size:.9em}table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.25rem .6rem}blockquote{margin:.5rem 0;padding-left:1rem;border-left:3px solid color-mix(in srgb,currentColor 25%,transparent)}summary{cursor:pointer;padding:.25rem 0}figure{margin:.75rem 0}figure img{max-width:100%;background:#fff;border-radius:.5rem}figcaption{font-size:.8rem;opacity:.7}`
