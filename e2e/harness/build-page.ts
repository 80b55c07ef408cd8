import { join } from 'node:path'
import { build } from 'vite'

/** The harness page's scripts by path, bundled as the studio's are. */
export async function buildPage(): Promise<ReadonlyMap<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    resolve: { conditions: ['@parley/source', 'module', 'browser', 'import', 'default'] },
    worker: { format: 'es' },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: join(import.meta.dirname, 'sandbox-page.ts'), output: { entryFileNames: 'page.js' } },
    },
  })
  const outputs = 'output' in result ? result.output : []
  return new Map(outputs.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]))
}
