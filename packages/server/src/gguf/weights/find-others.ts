import { open, readdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject, ownValue } from '@parley/dialects'
import { isWeights, modelIdOf } from '../files/read-model-file.ts'

/** A file that another program has fetched. It is only read. */
export interface FoundWeights {
  readonly id: string
  readonly path: string
  readonly bytes: number
  readonly from: 'Ollama' | 'LM Studio'
}

interface Places {
  readonly ollama: readonly string[]
  readonly lmStudio: readonly string[]
}

/** Where they keep their models, if nobody has moved them. */
function usualPlaces(env: Readonly<Record<string, string | undefined>> = process.env, home = homedir()): Places {
  return {
    ollama: [env['OLLAMA_MODELS'] ?? join(home, '.ollama', 'models'), '/usr/share/ollama/.ollama/models'],
    lmStudio: [join(home, '.lmstudio', 'models'), join(home, '.cache', 'lm-studio', 'models')],
  }
}

const MOST = 200

/** Files of weights that Ollama and LM Studio have on this computer. */
export async function findOthers(places: Places = usualPlaces()): Promise<readonly FoundWeights[]> {
  const lists = await Promise.all([...places.ollama.map(ofOllama), ...places.lmStudio.map(ofLmStudio)])
  return lists.flat().slice(0, MOST)
}

const namesIn = async (folder: string): Promise<readonly string[]> => await readdir(folder).catch(() => [])

/** `manifests/host/namespace/model/tag` is JSON that names a blob. */
async function ofOllama(folder: string): Promise<readonly FoundWeights[]> {
  const roots = (await namesIn(folder)).filter((name) => name.startsWith('manifest'))
  const found: FoundWeights[] = []
  for (const root of roots)
    for (const manifest of await filesBelow(join(folder, root), 4)) {
      const blob = await blobOf(join(folder, root, manifest))
      const [tag = '', model = ''] = manifest.split(/[/\\]/).toReversed()
      const path = join(folder, 'blobs', blob)
      if (blob !== '' && (await isGguf(path)))
        found.push({ id: `${model}:${tag}`, path, bytes: (await stat(path)).size, from: 'Ollama' })
    }
  return found
}

async function blobOf(manifest: string): Promise<string> {
  const value = await readFile(manifest, 'utf8').then(parsed, () => undefined)
  const layers = isJsonObject(value) ? ownValue(value, 'layers') : undefined
  const weights = Array.isArray(layers)
    ? layers.find((layer) => isJsonObject(layer) && layer['mediaType'] === 'application/vnd.ollama.image.model')
    : undefined
  const digest = isJsonObject(weights) ? String(weights['digest']) : ''
  return /^sha256:[0-9a-f]{64}$/.test(digest) ? digest.replace(':', '-') : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function ofLmStudio(folder: string): Promise<readonly FoundWeights[]> {
  const files = (await filesBelow(folder, 3)).filter((file) => isWeights(file.split(/[/\\]/).at(-1) ?? ''))
  return await Promise.all(
    files.map(async (file): Promise<FoundWeights> => {
      const path = join(folder, file)
      return { id: modelIdOf(path), path, bytes: (await stat(path)).size, from: 'LM Studio' }
    }),
  )
}

/** Files so many folders deep and no deeper: links of others may lead in circles. */
async function filesBelow(folder: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const lists = await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isDirectory()) return [entry.name]
      return depth > 1 ? (await filesBelow(join(folder, entry.name), depth - 1)).map((file) => join(entry.name, file)) : []
    }),
  )
  return lists.flat()
}

async function isGguf(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined)
  if (!file) return false
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'GGUF'
  } finally {
    await file.close()
  }
}
