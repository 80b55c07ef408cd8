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

/**
 * Brings the locked document along: as files of the build, with the headers for a static host, and from the dev server
 * with the same headers. The page itself keeps its strict policy in the build only, because hot reload needs inline scripts.
 */
export function lockedSandbox(): Plugin {
  return {
    name: 'parley-locked-sandbox',
    async generateBundle() {
      const { formatHeadersFile, sandboxDocument, studioHeaders } = await loadDoor()
      const { html, headers } = sandboxDocument()
      this.emitFile({ type: 'asset', fileName: 'sandbox.html', source: html })
      const source = formatHeadersFile([
        { path: '/*', headers: studioHeaders() },
        { path: '/sandbox.html', headers },
      ])
      this.emitFile({ type: 'asset', fileName: '_headers', source })
    },
    configureServer(server) {
      server.middlewares.use('/sandbox.html', (_, response, next) => {
        loadDoor().then(({ sandboxDocument }) => {
          const { html, headers } = sandboxDocument()
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
          return response.end(html)
        }, next)
      })
    },
  }
}
