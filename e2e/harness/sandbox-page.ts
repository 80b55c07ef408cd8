import { createPythonSandbox, type FetchPackages, loadPythonFiles, type PythonFiles } from '@parley/browser/python'
import {
  allowOnlyFrames,
  type ConsoleLine,
  createSandbox,
  openPreview,
  type PreviewEnd,
  type Program,
  type Sandbox,
  type SandboxOutcome,
} from '@parley/browser/sandbox'

/** What the specs drive. The page is an ordinary page with the sandbox in it, under the studio's own headers. */
export interface SandboxPage {
  run(program: Program): Promise<SandboxOutcome>
  stop(): void
  /** Shows a page for so long, or until it ends by itself. */
  preview(html: string, forMs: number): Promise<{ readonly lines: readonly ConsoleLine[]; readonly end?: PreviewEnd }>
  sandbox: Sandbox
  /** The same for Python. */
  runPython(program: Program): Promise<SandboxOutcome>
  /** Fetches packages that this lock file describes, until `stop`; from then on programs are run with it. Gives what is here afterwards. */
  fetchPackages(lock: string, packages: Omit<FetchPackages, 'signal' | 'onProgress'>): Promise<readonly string[]>
  /** How far the last of them came. */
  fetched: string[]
}

declare global {
  interface Window {
    page: SandboxPage
  }
}

const wanted = new URLSearchParams(location.search)
const documentUrl = wanted.get('sandbox') ?? '/sandbox.html'
const workerDocumentUrl = new URL('/sandbox-worker.html', new URL(documentUrl, location.href)).href
const sandbox = createSandbox({ documentUrl, workerDocumentUrl })
if (wanted.has('strict')) allowOnlyFrames([documentUrl, workerDocumentUrl, '/preview.html'])
let lock: string | undefined
const load = async (options: Parameters<typeof loadPythonFiles>[0]): Promise<PythonFiles> => {
  const files = await loadPythonFiles(options)
  return { ...files, lock: lock ?? files.lock }
}
let python = createPythonSandbox({ load })
let running = new AbortController()

const onProgress: FetchPackages['onProgress'] = ({ name, done, total }) =>
  void window.page.fetched.push(`${name} ${done} of ${total}`)

window.page = {
  sandbox,
  run(program) {
    running = new AbortController()
    return sandbox.run(program, running.signal)
  },
  runPython(program) {
    running = new AbortController()
    return python.run(program, running.signal)
  },
  fetched: [],
  async fetchPackages(text, named) {
    lock = text
    python.dispose()
    python = createPythonSandbox({ load })
    running = new AbortController()
    const { signal } = running
    window.page.fetched = []
    const packages = await python.packages(signal)
    await packages.fetch({ ...named, signal, onProgress })
    return [...(await packages.here()).keys()]
  },
  stop: () => running.abort(),
  preview: (html, forMs) =>
    new Promise((resolve) => {
      const lines: ConsoleLine[] = []
      const shown = openPreview({
        place: document.body,
        title: 'Preview',
        html,
        onLine: (line) => lines.push(line),
        onEnd: (end) => resolve({ lines, end }),
      })
      setTimeout(() => {
        shown.remove()
        resolve({ lines })
      }, forMs)
    }),
}
