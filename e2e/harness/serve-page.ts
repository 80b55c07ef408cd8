import { createServer, type Server } from 'node:http'
import { sandboxDocument, sandboxWorkerDocument, studioHeaders } from '@parley/browser/sandbox-document'

export interface ServedPage {
  readonly origin: string
  /** Every path that was asked for, with its query. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

const HTML =
  '<!doctype html><html lang="en"><head><title>Harness</title><script type="module" src="/page.js"></script></head><body><button>Click</button><input><p id="secret">page-secret</p></body></html>'

/** Serves the harness page and the locked document from one origin, each with its own headers. */
export async function servePage(scripts: ReadonlyMap<string, string>, frameSource?: string): Promise<ServedPage> {
  const locked = sandboxDocument()
  const worker = sandboxWorkerDocument()
  const { 'Connection-Allowlist': _, ...withoutAllowlist } = locked.headers
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const script = scripts.get(path)
    if (path === '/older.html') response.writeHead(200, withoutAllowlist).end(locked.html)
    else if (path === '/sandbox.html') response.writeHead(200, locked.headers).end(locked.html)
    else if (path === '/sandbox-worker.html') response.writeHead(200, worker.headers).end(worker.html)
    else if (path === '/unlocked.html') response.writeHead(200, { 'Content-Type': 'text/html' }).end(locked.html)
    else if (path === '/echo.js')
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end('onmessage = (event) => postMessage(event.data)')
    else if (path === '/plain') response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><body></body>')
    else if (script !== undefined) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
    else if (path === '/') {
      response
        .writeHead(200, {
          ...studioHeaders(frameSource === undefined ? {} : { sandbox: frameSource }),
          'Content-Type': 'text/html',
        })
        .end(HTML)
    } else response.writeHead(404).end()
  })
  await listen(server)
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the harness server has no address')
  return {
    requests,
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}
