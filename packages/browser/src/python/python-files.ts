import { FaultError } from '@parley/dialects'
import { PYTHON_FILES, PYTHON_FOLDER, type PythonFile, SIZES_FILE } from '../sandbox/document/python-version.ts'
import { say } from '../words/python.ts'
import { forgetKept, keep, keptFile, keptUrls, readKept } from './kept-file.ts'

/** What the interpreter is started from. */
export interface PythonFiles {
  readonly script: string
  readonly lock: string
  readonly binaries: Readonly<Record<string, Uint8Array>>
  /** The memory that the interpreter begins with, kept from an earlier visit or made now. Absent where it could not be made. */
  snapshot(make: () => Promise<Uint8Array<ArrayBuffer> | undefined>): Promise<Uint8Array | undefined>
  forgetSnapshot(): void
}

export interface Progress {
  readonly done: number
  readonly total: number
}

export interface LoadOptions {
  /** Where the build has put them. Absent: where `pythonRuntime()` puts them. */
  readonly folder?: string
  readonly onProgress?: (progress: Progress) => void
  readonly signal: AbortSignal
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Fetches the files of Python, or takes them from where they were kept. */
export async function loadPythonFiles({ folder = PYTHON_FOLDER, onProgress, signal }: LoadOptions): Promise<PythonFiles> {
  const base = new URL(folder, document.baseURI).href
  try {
    const sizes: Readonly<Record<string, number>> = JSON.parse(text(await keptFile({ url: base + SIZES_FILE, signal })))
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
    const came = new Map<string, number>()
    const load = async (name: PythonFile) => {
      const onBytes = (bytes: number) => {
        came.set(name, bytes)
        onProgress?.({ done: [...came.values()].reduce((sum, size) => sum + size, 0), total })
      }
      return await keptFile({ url: base + name, onBytes, signal, isRight: ({ byteLength }) => byteLength === sizes[name] })
    }
    const [script, wasm, library, lock] = await Promise.all(PYTHON_FILES.map(load))
    if (!script || !wasm || !library || !lock) throw new Error('unreachable')
    void forgetOthers(base)
    const binaries = { 'pyodide.asm.wasm': wasm, 'python_stdlib.zip': library }
    return { script: text(script), lock: text(lock), binaries, ...snapshotAt(`${base}snapshot`) }
  } catch (error) {
    if (signal.aborted) throw error
    throw new FaultError({ code: 'sandbox/unsupported', ...say('python.unreachable', { url: base }), retryable: true })
  }
}

/** Made by this browser for itself, once for each version of Python. */
function snapshotAt(url: string): Pick<PythonFiles, 'snapshot' | 'forgetSnapshot'> {
  let made: Promise<Uint8Array | undefined> | undefined
  const load = async (make: Parameters<PythonFiles['snapshot']>[0]) => {
    const kept = await readKept(url)
    if (kept) return kept
    const bytes = await make()
    if (bytes) await keep(url, bytes)
    return bytes
  }
  return {
    snapshot(make) {
      made ??= load(make).catch((error: unknown) => {
        made = undefined
        throw error
      })
      return made
    },
    forgetSnapshot() {
      made = Promise.resolve(undefined)
      void forgetKept([url])
    },
  }
}

/** Those of an older version. */
async function forgetOthers(base: string): Promise<void> {
  const ours = new URL('/python/', base).href
  await forgetKept((await keptUrls()).filter((url) => url.startsWith(ours) && !url.startsWith(base)))
}
