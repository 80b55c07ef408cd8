import { type Plugin, runnerImport } from 'vite'

/** The door of `@parley/browser` that knows how the sandbox must be served; loaded from source, at build time. */
type Door = typeof import('@parley/browser/sandbox-document')

const loadDoor = async (): Promise<Door> => {
  const { module } = await runnerImport<Door>('@parley/browser/sandbox-document', {
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    environments: { inline: { resolve: { conditions: ['@parley/source'], noExternal: [/^@parley\//] } } },
  })
  return module
}

/** Hosts a person may grant to programs. The page narrows this to the granted ones before it does anything else. */
const REACHABLE = ['https:', 'http://127.0.0.1:*', 'http://localhost:*']

/**
 * Brings the locked documents along: as files of the build, with the headers for a static host, and from the dev server
 * with the same headers. The page itself keeps its strict policy in the build only, because hot reload needs inline scripts.
 */
export function lockedSandbox(): Plugin {
  return {
    name: 'parley-locked-sandbox',
    async generateBundle() {
      const { formatHeadersFile, sandboxPages, studioHeaders } = await loadDoor()
      const pages = sandboxPages()
      for (const { path, html } of pages) this.emitFile({ type: 'asset', fileName: path.slice(1), source: html })
      const source = formatHeadersFile([{ path: '/*', headers: studioHeaders({ connect: REACHABLE }) }, ...pages])
      this.emitFile({ type: 'asset', fileName: '_headers', source })
    },
    async configureServer(server) {
      const { sandboxPages } = await loadDoor()
      for (const { path, html, headers } of sandboxPages()) {
        server.middlewares.use(path, (_, response) => {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
          response.end(html)
        })
      }
    },
  }
}
