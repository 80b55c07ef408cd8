import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { build } from 'vite'

export interface ServedScript {
  readonly origin: string
  close(): Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => boolean

const HTML =
  '<!doctype html><html lang="en"><head><title>Files</title><script type="module" src="/page.js"></script></head><body><input type="file" webkitdirectory></body></html>'

/** Bundles one script of this folder and serves a page with it. `handle` may answer other requests. */
export async function serveScript(name: string, handle: Handler = () => false): Promise<ServedScript> {
  const code = await bundle(join(import.meta.dirname, name))
  const server = createServer((request, response) => {
    if (handle(request, response)) return
    if (request.url === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
    else response.writeHead(200, { 'content-type': 'text/html' }).end(HTML)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bundle(input: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    resolve: { conditions: ['@parley/source', 'module', 'browser', 'import', 'default'] },
    build: { write: false, minify: false, rollupOptions: { input, output: { entryFileNames: 'page.js', codeSplitting: false } } },
  })
  const [chunk] = 'output' in result ? result.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${input} was not bundled`)
  return chunk.code
}
