import { say } from '../../words/files.ts'
import { FileError } from '../file-error.ts'
import type { By, FileData, FileSystem, FileToWrite } from '../file-system.ts'
import { isInside, type Path, parsePath, ROOT, rebase } from '../path.ts'

/** A file from outside. `path` is relative to wherever it came from and is not trusted. */
export interface OutsideFile {
  readonly path: string
  readonly size: number
  read(): Promise<FileData>
}

export interface TransferProgress {
  readonly files: number
  readonly bytes: number
  /** The file that was taken last. */
  readonly path: string
}

export interface TransferOptions {
  readonly by: By
  readonly onProgress?: (progress: TransferProgress) => void
  readonly signal?: AbortSignal
}

export interface FileImportOptions extends TransferOptions {
  /** The folder to put them in. */
  readonly into: Path
  /** Folders below it that are other areas: what would land in one of them is refused. */
  readonly apart?: readonly Path[]
  readonly maxFiles?: number
  readonly maxBytes?: number
}

export interface Imported {
  readonly files: number
  readonly bytes: number
  /** The call that `history.undo` takes it all back with. */
  readonly call: string
}

const BATCH_FILES = 200
const BATCH_BYTES = 8 * 2 ** 20

/**
 * Takes files in below `folder`, batch by batch. Whoever cancels, or runs into a limit, finds everything as it was before: what
 * had come in already is taken back.
 */
export async function importFiles(
  files: FileSystem,
  source: AsyncIterable<OutsideFile>,
  options: FileImportOptions,
): Promise<Imported> {
  const { by, signal } = options
  const call = by.call ?? `import-${(await files.history.now()) + 1}`
  const intake = new Intake(files, { ...options, by: { ...by, call } })
  const pace = createPacer()
  try {
    for await (const file of source) {
      signal?.throwIfAborted()
      await intake.take(placeFor(file.path, options), file)
      await pace()
    }
    signal?.throwIfAborted()
    return { ...(await intake.end()), call }
  } catch (error) {
    await files.history.undo(call, by)
    throw error
  }
}

function placeFor(text: string, { into, apart = [] }: FileImportOptions): Path {
  const path = rebase(safePath(text), ROOT, into)
  const area = apart.find((folder) => isInside(path, folder) && !isInside(into, folder))
  if (area === undefined) return path
  throw new FileError('EACCES', path, say('file.other-area', { path, area }))
}

/** `..` and drive letters stay inside the folder: the path is resolved as if it began at the root. */
function safePath(path: string): Path {
  const parsed = parsePath(`/${path.replaceAll('\\', '/')}`)
  if (parsed.kind === 'invalid') throw parsed.error
  return parsed.path
}

class Intake {
  readonly #files: FileSystem
  readonly #options: FileImportOptions
  #batch: FileToWrite[] = []
  #batchBytes = 0
  #count = 0
  #bytes = 0

  constructor(files: FileSystem, options: FileImportOptions) {
    this.#files = files
    this.#options = options
  }

  async take(path: Path, file: OutsideFile): Promise<void> {
    const { maxFiles = 20_000, maxBytes = 512 * 2 ** 20, onProgress } = this.#options
    this.#count += 1
    this.#bytes += file.size
    if (this.#count > maxFiles) throw new FileError('ENOSPC', path, say('file.too-many', { most: maxFiles }))
    if (this.#bytes > maxBytes)
      throw new FileError('ENOSPC', path, say('file.too-large', { megabytes: Math.floor(maxBytes / 2 ** 20) }))
    this.#batch.push({ path, data: await file.read() })
    this.#batchBytes += file.size
    if (this.#batch.length >= BATCH_FILES || this.#batchBytes >= BATCH_BYTES) await this.#write()
    onProgress?.({ files: this.#count, bytes: this.#bytes, path })
  }

  async end(): Promise<{ readonly files: number; readonly bytes: number }> {
    await this.#write()
    return { files: this.#count, bytes: this.#bytes }
  }

  async #write(): Promise<void> {
    if (this.#batch.length > 0) await this.#files.writeMany(this.#batch, this.#options.by)
    this.#batch = []
    this.#batchBytes = 0
  }
}

/** Longer than this nothing works in one go: a page that answers later feels stuck. */
const AT_ONCE_MS = 12

/** Gives the page a turn whenever work has gone on for too long without one. */
export function createPacer(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < AT_ONCE_MS) return
    await nextTask()
    since = performance.now()
  }
}

/** By a message where there is one: timers wait for a second in a page that is not shown. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const goOn = (): void => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', goOn)
    port1.start()
    port2.postMessage(null)
  })
}
