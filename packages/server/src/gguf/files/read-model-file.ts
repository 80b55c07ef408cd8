import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type GgufHeader, Refused, readGgufHeader } from '@parley/dialects/model-files'
import { createFileReading, type ToldByFiles } from '../../choosing/told-by-files.ts'
import { refusal } from '../../http-fault.ts'
import { say } from '../words.ts'

/** A file of weights, and what its header says. */
export interface ModelFile {
  readonly path: string
  readonly bytes: number
  readonly header: GgufHeader
  /** How its own template speaks. Empty: it does not tell. */
  readonly told: ToldByFiles
}

/** Reads headers, each once as long as the file stays the same. Throws a sentence where it is no such file. */
export function createFileReader(): (path: string) => Promise<ModelFile> {
  const kept = new Map<string, { readonly mark: string; readonly file: Promise<ModelFile> }>()
  const read = createFileReading()
  return async (path) => {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw refusal('request/not-found', say('gguf.no-file', { file: basename(path) }))
    const mark = `${found.size} ${found.mtimeMs}`
    const known = kept.get(path)
    if (known?.mark === mark) return await known.file
    const file = readFile(path, found.size, read)
    kept.set(path, { mark, file })
    file.catch(() => kept.delete(path))
    return await file
  }
}

async function readFile(path: string, bytes: number, read: ReturnType<typeof createFileReading>): Promise<ModelFile> {
  const header = await readGgufHeader(await openAsBlob(path)).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    throw refusal('request/invalid', say('gguf.wrong-file', { file: basename(path), why: error.message }))
  })
  const { template, templates, bos, eos } = header
  const props = {
    ...(template !== undefined && { chat_template: template }),
    ...(templates['tool_use'] !== undefined && { chat_template_tool_use: templates['tool_use'] }),
    ...(bos !== undefined && { bos_token: bos }),
    ...(eos !== undefined && { eos_token: eos }),
  }
  return { path, bytes, header, told: await read({ props }) }
}

/** `Qwen3-0.6B-Q8_0.gguf` is the model `Qwen3-0.6B-Q8_0`; of several parts the first stands for all. */
export const modelIdOf = (path: string): string => basename(path).replace(/(-00001-of-\d{5})?\.gguf$/i, '')

/** Eyes for a model, and parts of one that is in several, are no models. */
export const isWeights = (name: string): boolean =>
  /\.gguf$/i.test(name) && !/^mmproj/i.test(name) && !/-(?!00001)\d{5}-of-\d{5}\.gguf$/i.test(name)
