import { type By, type Entry, openIndexedDbFiles, toPath } from '@parley/browser/files'
import type { Candidate, Listed } from './candidate.ts'

const user: By = { actor: 'user' }

export const parley: Candidate = {
  name: 'Parley',
  async open(name) {
    const files = await openIndexedDbFiles({ name: `parley-${name}` })
    return {
      async writeBatch(batch) {
        await files.writeMany(
          batch.map(([path, data]) => ({ path: toPath(path), data })),
          user,
        )
      },
      async writeOne(path, text) {
        await files.write(toPath(path), text, user)
      },
      readAll: async (paths) =>
        (await files.readMany(paths.map(toPath), user)).map((file) => (typeof file?.data === 'string' ? file.data : '')),
      list: async (folder) => (await files.list(toPath(folder), user)).map(toListed),
      tree: async (folder) => (await files.tree(toPath(folder), user)).map(toListed),
      async writeBytes(path, bytes) {
        await files.write(toPath(path), bytes, user)
      },
      async readBytes(path) {
        const { data } = await files.read(toPath(path), user)
        return typeof data === 'string' ? new TextEncoder().encode(data) : data
      },
      close: () => files.close(),
    }
  },
}

function toListed(entry: Entry): Listed {
  return { path: entry.path, type: entry.type, size: entry.type === 'file' ? entry.size : 0 }
}
