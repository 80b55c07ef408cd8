import { FileError } from '../files/file-error.ts'
import type { By, Entry, FileSystem } from '../files/file-system.ts'
import type { Path } from '../files/path.ts'
import { say } from '../words/tools.ts'
import { pathIn } from './file-tool.ts'

export interface TreeSize {
  readonly files: number
  readonly bytes: number
}

export async function countTree(files: FileSystem, folder: Path, by: By): Promise<TreeSize> {
  let count = 0
  let bytes = 0
  for (const entry of await files.tree(folder, by)) {
    if (entry.type === 'folder') continue
    count += 1
    bytes += entry.size
  }
  return { files: count, bytes }
}

/** What is at a path; refused when the path ends in a slash and it is not a folder. */
export async function checkFolderSlash(files: FileSystem, path: string, by: By): Promise<Entry> {
  const where = pathIn(path)
  const entry = await files.stat(where, by)
  if (path !== where && entry.type === 'file') {
    throw new FileError('ENOTDIR', where, say('file.folder-named', { file: where, path }))
  }
  return entry
}
