import { configureSingle, promises as fs, umount } from '@zenfs/core'
import { IndexedDB } from '@zenfs/dom'
import type { Candidate, Listed } from './candidate.ts'

async function describe(path: string): Promise<Listed> {
  const stat = await fs.stat(path)
  return { path, type: stat.isDirectory() ? 'folder' : 'file', size: stat.isDirectory() ? 0 : stat.size }
}

const parent = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'

async function list(folder: string): Promise<readonly Listed[]> {
  return Promise.all((await fs.readdir(folder)).map((entry) => describe(`${folder}/${entry}`)))
}

async function tree(folder: string): Promise<readonly Listed[]> {
  const entries = await list(folder)
  const deeper = await Promise.all(entries.map((entry) => (entry.type === 'folder' ? tree(entry.path) : [])))
  return [...entries, ...deeper.flat()]
}

export const zenfs: Candidate = {
  name: 'ZenFS',
  async open(name) {
    await configureSingle({ backend: IndexedDB, storeName: `zenfs-${name}` })
    return {
      async writeBatch(files) {
        for (const folder of new Set(files.map(([path]) => parent(path)))) await fs.mkdir(folder, { recursive: true })
        await Promise.all(files.map(([path, text]) => fs.writeFile(path, text)))
      },
      async writeOne(path, text) {
        await fs.mkdir(parent(path), { recursive: true })
        await fs.writeFile(path, text)
      },
      readAll: (paths) => Promise.all(paths.map((path) => fs.readFile(path, 'utf8'))),
      list,
      tree,
      writeBytes: (path, bytes) => fs.writeFile(path, bytes),
      readBytes: (path) => fs.readFile(path),
      close: () => umount('/'),
    }
  },
}
