import LightningFS from '@isomorphic-git/lightning-fs'
import type { Candidate, Listed } from './candidate.ts'

/** Keeps all names in memory and saves them half a second later; `flush` makes a write as lasting as a transaction. */
export const lightning: Candidate = {
  name: 'lightning-fs',
  async open(name) {
    const fs = new LightningFS(`lightning-${name}`).promises
    const describe = async (path: string): Promise<Listed> => {
      const stat = await fs.stat(path)
      return { path, type: stat.isDirectory() ? 'folder' : 'file', size: stat.isDirectory() ? 0 : stat.size }
    }
    const list = async (folder: string) => Promise.all((await fs.readdir(folder)).map((entry) => describe(`${folder}/${entry}`)))
    const tree = async (folder: string): Promise<readonly Listed[]> => {
      const entries = await list(folder)
      const deeper = await Promise.all(entries.map((entry) => (entry.type === 'folder' ? tree(entry.path) : [])))
      return [...entries, ...deeper.flat()]
    }
    const makeFolders = async (path: string) => {
      for (let slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
        await fs.mkdir(path.slice(0, slash)).catch(() => undefined)
      }
    }
    await fs.stat('/')
    return {
      async writeBatch(files) {
        for (const folder of new Set(files.map(([path]) => path.slice(0, path.lastIndexOf('/') + 1)))) await makeFolders(folder)
        await Promise.all(files.map(([path, text]) => fs.writeFile(path, text, 'utf8')))
        await fs.flush()
      },
      async writeOne(path, text) {
        await makeFolders(path)
        await fs.writeFile(path, text, 'utf8')
        await fs.flush()
      },
      readAll: (paths) => Promise.all(paths.map((path) => fs.readFile(path, 'utf8') as Promise<string>)),
      list,
      tree,
      async writeBytes(path, bytes) {
        await fs.writeFile(path, bytes)
        await fs.flush()
      },
      readBytes: (path) => fs.readFile(path) as Promise<Uint8Array>,
      // It holds its lock for another half second unless it is told to let go.
      // oxlint-disable-next-line no-underscore-dangle -- there is no public name for it
      close: () => (fs as unknown as { _deactivate(): Promise<void> })._deactivate(),
    }
  },
}
