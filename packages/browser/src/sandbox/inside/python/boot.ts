import type { PythonStart } from '../../messages.ts'
import { COMMON, RUNNER } from './runner.ts'
import { SHOW } from './show.ts'

/** The part of the interpreter that is used. */
interface Pyodide {
  readonly globals: { get(name: string): unknown }
  readonly loadedPackages: Readonly<Record<string, string>>
  runPython(code: string, options?: { readonly globals?: unknown; readonly filename?: string }): unknown
  registerJsModule(name: string, module: object): void
  setStdout(options: Writer): void
  setStderr(options: Writer): void
  readonly _api: { on_fatal?: (error: unknown) => void }
  loadPackage(names: readonly string[], options: object): Promise<unknown>
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>
}

interface Writer {
  readonly write: (bytes: Uint8Array) => number
}

interface Interpreter {
  loadPyodide(options: object): Promise<Pyodide>
  readonly createPyodideModule: unknown
}

export interface Host {
  readonly print: (level: 'log' | 'error', text: string) => void
  /** Asks the page, in JSON; rejects with a sentence. */
  readonly ask: (name: string, json: string) => Promise<string>
  /** One thing to show, as JSON. */
  readonly show: (json: string) => void
}

export interface Python {
  /** What became of a program, as JSON. */
  run(code: string, limit: number): Promise<string>
  /** Loads packages whose files were handed over. Gives the names of those that did not load. */
  load(names: readonly string[], files: Readonly<Record<string, Uint8Array>>): Promise<readonly string[]>
}

/** A page of nobody: every file of the interpreter is handed over, none is fetched. */
const NOWHERE = 'https://python.invalid/'
/** Of 64 KiB each: 1 GiB. Above it Python says MemoryError, and the process lives. */
const MOST_MEMORY_PAGES = 16_384

/** The memory of an interpreter in which no program has run. Starting from it takes a tenth of the time. */
export async function makeSnapshot(start: PythonStart): Promise<Uint8Array<ArrayBuffer>> {
  const python = await startInterpreter(start, new Map(Object.entries(start.files)), { _makeSnapshot: true })
  python.runPython(COMMON)
  return python.makeMemorySnapshot()
}

/** Starts the interpreter from what the page handed over. */
export async function bootPython(start: PythonStart, { print, ask, show }: Host): Promise<Python> {
  const shelf = new Map(Object.entries(start.files))
  const python = await startInterpreter(start, shelf, { _loadSnapshot: start.snapshot })
  const [out, err] = [inLines((text) => print('log', text)), inLines((text) => print('error', text))]
  python.setStdout(out)
  python.setStderr(err)
  const death = Promise.withResolvers<never>()
  death.promise.catch(() => undefined)
  // oxlint-disable-next-line no-underscore-dangle -- the interpreter's own name for it
  python._api.on_fatal = (error) => death.reject(new Error(`The interpreter has ended: ${String(error)}`))
  python.registerJsModule('_parley', { ask, show })
  const namespace = python.runPython('{"__name__": "parley"}')
  python.runPython(SHOW + RUNNER, { globals: namespace, filename: 'parley.py' })
  shelf.clear()
  // Invariant: the runner defines it just above.
  const run = (namespace as { get(name: string): unknown }).get('run') as (code: string, limit: number) => Promise<string>
  return {
    run: (code, limit) =>
      Promise.race([run(code, limit), death.promise]).finally(() => {
        out.end()
        err.end()
      }),
    async load(names, wheels) {
      for (const [name, bytes] of Object.entries(wheels)) shelf.set(name, bytes)
      const quiet = { checkIntegrity: false, messageCallback: () => undefined, errorCallback: () => undefined }
      await python.loadPackage(names, quiet)
      shelf.clear()
      return names.filter((name) => !Object.hasOwn(python.loadedPackages, name))
    },
  }
}

/** Bytes as they are written, a line at a time; what has no end of line is told at the end. */
function inLines(tell: (line: string) => void): Writer & { end(): void } {
  const decoder = new TextDecoder()
  let rest = ''
  return {
    write(bytes) {
      // A copy: the bytes lie in the memory of the interpreter.
      const lines = (rest + decoder.decode(bytes.slice(), { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      lines.forEach(tell)
      return bytes.length
    },
    end() {
      if (rest !== '') tell(rest)
      rest = ''
    },
  }
}

async function startInterpreter({ lock }: PythonStart, shelf: ReadonlyMap<string, Uint8Array>, more: object): Promise<Pyodide> {
  serveFiles(shelf)
  limitMemory()
  const { loadPyodide, createPyodideModule } = takeInterpreter()
  return await loadPyodide({
    createPyodideModule,
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    lockFileContents: JSON.parse(lock),
    env: { HOME: '/home/pyodide', MPLBACKEND: 'Agg' },
    ...more,
  })
}

/** The interpreter fetches its files; here it is answered from what was handed over, whatever address it asks for. */
function serveFiles(shelf: ReadonlyMap<string, Uint8Array>): void {
  const answer = async (input: unknown): Promise<Response> => {
    const name = String(input instanceof Request ? input.url : input).replace(/^.*\//, '')
    const bytes = shelf.get(name)
    if (bytes === undefined) throw new TypeError('This program has no network.')
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
    // Invariant: these bytes came through a message, and are never shared memory.
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } })
  }
  Object.defineProperty(globalThis, 'fetch', { value: answer, writable: true, configurable: true })
}

function limitMemory(): void {
  const grow = WebAssembly.Memory.prototype.grow
  const limited = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength / 65_536 + pages > MOST_MEMORY_PAGES) throw new RangeError('The program uses too much memory.')
    return grow.call(this, pages)
  }
  Object.defineProperty(WebAssembly.Memory.prototype, 'grow', { value: limited, writable: false, configurable: false })
}

/** Put on the global object by the script before this one, and taken off it again. */
function takeInterpreter(): Interpreter {
  // Invariant: the page hands over the script that the build has made, which sets it.
  const world = globalThis as unknown as { parleyPyodide?: Interpreter }
  const found = world.parleyPyodide
  delete world.parleyPyodide
  if (found === undefined) throw new Error('The script of the interpreter is not the one that this page was built with.')
  return found
}
