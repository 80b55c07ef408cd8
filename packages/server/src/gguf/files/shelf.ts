import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { isJsonObject } from '@parley/dialects'
import { isWeights, modelIdOf } from './read-model-file.ts'

/** `configured`: named at the start. `downloaded`: fetched by us, and ours to delete. `linked`: somebody else's, and only read. */
type Origin = 'configured' | 'downloaded' | 'linked'

export interface ShelfFile {
  /** What the model is called here. */
  readonly id: string
  readonly path: string
  readonly origin: Origin
}

/** The files of weights that can be used. */
export interface Shelf {
  /** Where downloads lie. */
  readonly folder: string
  list(): Promise<readonly ShelfFile[]>
  /** Uses a file where it lies. */
  link(id: string, path: string): Promise<void>
  /** Forgets a link; deletes a download. False: there is none, or it was configured. */
  remove(id: string): Promise<boolean>
}

const LINKS = 'links.json'

export function openShelf(folder: string, configured: readonly string[]): Shelf {
  const named = configured.map((path): ShelfFile => {
    const full = resolve(path.replace(/^~(?=[/\\])/, homedir()))
    return { id: modelIdOf(full), path: full, origin: 'configured' }
  })
  const links = async (): Promise<Record<string, string>> => {
    const text = await readFile(join(folder, LINKS), 'utf8').catch(() => '{}')
    const value: unknown = JSON.parse(text)
    const entries = Object.entries(isJsonObject(value) ? value : {})
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  }
  const keepLinks = async (all: Readonly<Record<string, string>>): Promise<void> => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, LINKS), `${JSON.stringify(all, null, 1)}\n`)
  }
  const list = async (): Promise<readonly ShelfFile[]> => {
    const found = await readdir(folder).catch(() => [])
    const downloaded = found
      .filter((name) => isWeights(name))
      .map((name): ShelfFile => ({ id: modelIdOf(name), path: join(folder, name), origin: 'downloaded' }))
    const linked = Object.entries(await links()).map(([id, path]): ShelfFile => ({ id, path, origin: 'linked' }))
    const seen = new Set<string>()
    return [...named, ...downloaded, ...linked].filter(({ id }) => !seen.has(id) && seen.add(id))
  }
  return {
    folder,
    list,
    async link(id, path) {
      await keepLinks({ ...(await links()), [id]: path })
    },
    async remove(id) {
      const file = (await list()).find((one) => one.id === id)
      if (!file || file.origin === 'configured') return false
      if (file.origin === 'downloaded') await rm(file.path, { force: true })
      const { [id]: _gone, ...rest } = await links()
      if (file.origin === 'linked') await keepLinks(rest)
      return true
    },
  }
}
