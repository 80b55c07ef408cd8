import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { addressOf } from '../pages.ts'

interface Options {
  readonly root: string
  readonly pages: ReadonlySet<string>
  /** Files that are no pages and that some page leads to; the build puts them beside the pages. */
  readonly linked: Set<string>
}

/** Pages link to each other as files of the repository, so that the links hold there, too; here they become addresses. */
export function followLinks(markdown: MarkdownRenderer, { root, pages, linked }: Options): void {
  markdown.core.ruler.push('follow-links', ({ tokens, env }) => {
    const page = posix.relative(root, env.realPath ?? env.path)
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (!href || /^([a-z]+:|#|\/)/.test(href)) continue
      const [path = '', anchor] = href.split('#')
      const file = posix.join(posix.dirname(page), decodeURI(path))
      if (pages.has(file)) token.attrSet('href', anchor === undefined ? addressOf(file) : `${addressOf(file)}#${anchor}`)
      else if (existsSync(posix.join(root, file))) {
        linked.add(file)
        token.attrSet('href', `/${file}`)
        token.attrSet('target', '_blank')
      }
    }
  })
}
