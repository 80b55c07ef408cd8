import { createServer, type Server, type ServerResponse } from 'node:http'
import { loadPythonFiles, loadSandboxDoor } from './sandbox-door.ts'

export interface ServedPage {
  readonly origin: string
  /** Every path that was asked for, with its query. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An ordinary page. */
export const PAGE =
  '<!doctype html><html lang="en"><head><title>Harness</title><script type="module" src="/page.js"></script></head><body><button>Click</button><input><p id="secret">page-secret</p></body></html>'
/** The document of the sandbox without what locks it. */
export const UNLOCKED_PATH = '/unlocked.html'
const script = (body: string): Answer => ({ headers: { 'Content-Type': 'text/javascript' }, body })
const page = (body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  headers: { ...headers, 'Content-Type': 'text/html' },
  body,
})

/** Serves the harness page and the locked documents from one origin, each with its own headers. */
export async function servePage(scripts: ReadonlyMap<string, string>, frameSource?: string): Promise<ServedPage> {
  const answers = await answersFor(scripts, frameSource)
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const answer = answers.get(pathname)
    if (pathname.startsWith('/python/')) void sendPython(pathname, response)
    else if (answer === undefined) response.writeHead(404).end()
    else response.writeHead(200, answer.headers).end(answer.body)
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

let pythonFiles: ReturnType<typeof loadPythonFiles> | undefined

/** Read when a page first asks for one of them. */
async function sendPython(path: string, response: ServerResponse): Promise<void> {
  pythonFiles ??= loadPythonFiles()
  const file = (await pythonFiles).get(path)
  response.writeHead(file === undefined ? 404 : 200).end(file)
}

async function answersFor(
  scripts: ReadonlyMap<string, string>,
  frameSource: string | undefined,
): Promise<ReadonlyMap<string, Answer>> {
  const { previewDocument, pythonDocument, sandboxDocument, sandboxWorkerDocument, studioHeaders } = await loadSandboxDoor()
  const { html, headers } = sandboxDocument()
  const { 'Connection-Allowlist': _, ...olderHeaders } = headers
  const worker = sandboxWorkerDocument()
  const preview = previewDocument()
  const python = pythonDocument()
  return new Map([
    ...[...scripts].map(([path, code]) => [path, script(code)] as const),
    ['/', page(PAGE, studioHeaders(frameSource === undefined ? {} : { sandbox: frameSource }))],
    ['/sandbox.html', { headers, body: html }],
    ['/sandbox-worker.html', { headers: worker.headers, body: worker.html }],
    ['/preview.html', { headers: preview.headers, body: preview.html }],
    ['/python.html', { headers: python.headers, body: python.html }],
    // As a browser would take it that has never heard of that header.
    ['/older.html', { headers: olderHeaders, body: html }],
    [UNLOCKED_PATH, page(html)],
    ['/plain', page('<!doctype html><body></body>')],
    ['/echo.js', script('onmessage = (event) => postMessage(event.data)')],
  ])
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}
