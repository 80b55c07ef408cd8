import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp, defineBackendTool, readConfig } from '@parley/server'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import { z } from 'zod'

// Serves both apps and, behind a token, the doors they use. Prints its address. Run from source by `embedded-test.ts`.

let archived = 0

// #region backend-tool
const archiveNotes = defineBackendTool({
  name: 'archive_notes',
  description: 'Puts old notes away, on the server.',
  input: z.object({ days: z.number().describe('How old they must be.') }),
  approval: ({ days }) => `This puts away all notes older than ${days} days.`,
  run: async ({ days }) => ({ data: { days, archived: ++archived } }),
})

const app = createApp(readConfig({ env: { PARLEY_TOKEN: 'open-sesame', PARLEY_DISCOVER: 'no', PARLEY_DEMO_PACE: '0' } }), {
  tools: [archiveNotes],
})
// #endregion

/** Pages with a style of their own, and ours before it. */
const STYLED = ['shadcn', 'bare', 'tailwind']
const APPS = ['assistant-ui', 'use-chat', ...STYLED]
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' }

async function buildApps(): Promise<ReadonlyMap<string, string>> {
  const here = import.meta.dirname
  const parley = join(here, '..', '..', 'packages', 'react', 'src', 'style', 'style.css')
  const input = { ...Object.fromEntries(APPS.map((name) => [name, join(here, 'page', `${name}-app.tsx`)])), parley }
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: here,
    plugins: [tailwindcss()],
    resolve: { conditions: ['@parley/source', 'module', 'browser', 'import', 'default'] },
    worker: { format: 'es' },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input, output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' } },
    },
  })
  const outputs = 'output' in result ? result.output : []
  return new Map(outputs.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]))
}

const scripts = await buildApps()
const doors = getRequestListener((request) => app.fetch(request))
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const script = scripts.get(pathname)
  const name = APPS.find((known) => pathname === `/${known}`)
  if (pathname.startsWith('/api/')) void doors(request, response)
  else if (script !== undefined) response.writeHead(200, { 'content-type': TYPES[pathname.split('.').at(-1) ?? ''] }).end(script)
  else if (name !== undefined) response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(name))
  else response.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`Ready: http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
})

function pageOf(name: string): string {
  const style = STYLED.includes(name)
    ? ['parley', name].map((file) => `<link rel="stylesheet" href="/${file}.css">`).join('')
    : ''
  return `<!doctype html><html lang="en"><head><title>${name}</title><link rel="icon" href="data:,">${style}<script type="module" src="/${name}.js"></script></head><body></body></html>`
}
