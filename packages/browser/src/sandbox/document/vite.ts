import type { Plugin } from 'vite'
import { sandboxPages } from './document.ts'
import { formatHeadersFile, type Headers } from './headers.ts'

export interface LockedSandboxOptions {
  /** Those of your own pages, for static hosts that read a `_headers` file: `studioHeaders()`. Absent: the file speaks of the locked documents only. */
  readonly pageHeaders?: Headers
}

/**
 * Brings the locked documents along: as files of the build, with the headers for a static host, and from the dev server
 * with the same headers. Your pages have theirs in the build only, because hot reload needs inline scripts.
 */
export function lockedSandbox({ pageHeaders }: LockedSandboxOptions = {}): Plugin {
  const pages = sandboxPages()
  return {
    name: 'parley-locked-sandbox',
    generateBundle() {
      for (const { path, html } of pages) this.emitFile({ type: 'asset', fileName: path.slice(1), source: html })
      const own = pageHeaders ? [{ path: '/*', headers: pageHeaders }] : []
      this.emitFile({ type: 'asset', fileName: '_headers', source: formatHeadersFile([...own, ...pages]) })
    },
    configureServer({ middlewares }) {
      for (const { path, html, headers } of pages) {
        middlewares.use(path, (_, response) => {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
          response.end(html)
        })
      }
    },
  }
}
