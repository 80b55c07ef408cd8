import { FaultError, isJsonObject } from '@parley/dialects'
import { say } from '../words/page-model.ts'
import { type PageModel, pageModelId } from './page-model.ts'
import type { Weights } from './weights.ts'

export interface PutOptions {
  readonly onProgress: (bytes: number) => void
  readonly signal: AbortSignal
}

/** Weights in the private files of this origin, and beside each what is known of it. */
export interface WeightsStore {
  list(): Promise<readonly PageModel[]>
  /** Copies. Nothing is left of one that fails or is cancelled. */
  put(file: Weights, model: PageModel, options: PutOptions): Promise<void>
  open(id: string): Promise<File>
  remove(id: string): Promise<void>
  /** Bytes that this origin may still keep. */
  free(): Promise<number>
}

const FOLDER = 'parley-models'
const WEIGHTS = '.gguf'
const ABOUT = '.json'

/** A name that is one in every file system: `Qwen3 0.6B (Q8).gguf` is `Qwen3-0.6B-Q8`. */
export const nameOf = (file: string): string =>
  file
    .replace(/\.gguf$/i, '')
    .replaceAll(/[^\p{L}\p{N}._+-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100) || 'model'

/** What a model is called once its weights are in the browser. */
export const idOfWeights = ({ name }: Pick<Weights, 'name'>): string => pageModelId(nameOf(name))

export function openWeightsStore(storage: StorageManager = navigator.storage): WeightsStore {
  const folder = async (): Promise<FileSystemDirectoryHandle> => {
    try {
      return await (await storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true })
    } catch (cause) {
      throw new FaultError({ code: 'store/failed', ...say('page-model.no-store'), retryable: false }, { cause })
    }
  }
  const drop = async (name: string): Promise<void> => {
    const place = await folder()
    // What is known goes first: weights alone are no model, and knowledge alone would be one that cannot be opened.
    for (const file of [name + ABOUT, name + WEIGHTS])
      await place.removeEntry(file).catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
      })
  }
  return {
    async list() {
      const place = await folder()
      const found: PageModel[] = []
      for await (const name of place.keys()) {
        const model = name.endsWith(ABOUT) ? await aboutIn(place, name) : undefined
        if (model) found.push(model)
      }
      return found.toSorted((one, other) => one.id.localeCompare(other.id))
    },
    async put(file, model, { onProgress, signal }) {
      const name = nameOf(file.name)
      const place = await folder()
      await storage.persist?.().catch(() => false)
      try {
        await copy(file, await place.getFileHandle(name + WEIGHTS, { create: true }), { onProgress, signal })
        await write(await place.getFileHandle(name + ABOUT, { create: true }), JSON.stringify(model))
      } catch (error) {
        await drop(name)
        if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
        throw noRoom(file, await freeIn(storage))
      }
    },
    async open(id) {
      const name = [...(await namesIn(await folder()))].find((one) => pageModelId(one) === id)
      if (name === undefined) throw gone(id)
      return await (await (await folder()).getFileHandle(name + WEIGHTS)).getFile()
    },
    remove: async (id) => await drop(id.slice(pageModelId('').length)),
    free: () => freeIn(storage),
  }
}

async function namesIn(place: FileSystemDirectoryHandle): Promise<readonly string[]> {
  const names: string[] = []
  for await (const name of place.keys()) if (name.endsWith(WEIGHTS)) names.push(name.slice(0, -WEIGHTS.length))
  return names
}

/** A file becomes one when it is closed: what breaks off before was never there. */
async function copy(file: Weights, handle: FileSystemFileHandle, { onProgress, signal }: PutOptions): Promise<void> {
  let bytes = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      controller.enqueue(chunk)
      bytes += chunk.length
      onProgress(bytes)
    },
  })
  await file
    .stream()
    .pipeThrough(counted)
    .pipeTo(await handle.createWritable(), { signal })
}

async function write(handle: FileSystemFileHandle, text: string): Promise<void> {
  const writable = await handle.createWritable()
  await writable.write(text)
  await writable.close()
}

/** Undefined: it is not ours, or its weights are not whole. */
async function aboutIn(place: FileSystemDirectoryHandle, name: string): Promise<PageModel | undefined> {
  try {
    const about: unknown = JSON.parse(await (await (await place.getFileHandle(name)).getFile()).text())
    const weights = await (await place.getFileHandle(name.slice(0, -ABOUT.length) + WEIGHTS)).getFile()
    if (!isJsonObject(about) || about['bytes'] !== weights.size) return undefined
    // Invariant: only `put` writes here, into files that no other origin reaches.
    return about as unknown as PageModel
  } catch {
    return undefined
  }
}

async function freeIn(storage: StorageManager): Promise<number> {
  const { quota = 0, usage = 0 } = await storage.estimate()
  return Math.max(0, quota - usage)
}

const gigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1)

export function noRoom({ name: file, size }: Pick<Weights, 'name' | 'size'>, free: number): FaultError {
  const sentence = say('page-model.no-room', { file, needed: gigabytes(size), free: gigabytes(free) })
  return new FaultError({ code: 'store/full', ...sentence, retryable: false })
}

function gone(id: string): FaultError {
  const sentence = say('page-model.gone', { model: id.slice(pageModelId('').length) })
  return new FaultError({ code: 'request/not-found', ...sentence, retryable: false })
}
