import { toBytes } from '../file-content.ts'
import type { By, FileSystem } from '../file-system.ts'
import { type Path, ROOT, rebase } from '../path.ts'
import type { TransferOptions } from './import-files.ts'

export interface FileExportOptions extends TransferOptions {
  /** The folder whose content goes out. */
  readonly from: Path
  /** Only these, and what is in them. Absent: everything. */
  readonly only?: readonly Path[]
}

/** One file as the browser downloads it. */
export async function exportFile(files: FileSystem, path: Path, by: By): Promise<File> {
  const { entry, data } = await files.read(path, by)
  return new File([toBytes(data)], entry.name, {
    lastModified: entry.modified,
    type: entry.binary ? 'application/octet-stream' : 'text/plain',
  })
}

/** Everything below a folder into a folder on disk. What is there under the same name is replaced; the rest stays. */
export async function exportToFolder(
  files: FileSystem,
  target: FileSystemDirectoryHandle,
  options: FileExportOptions,
): Promise<void> {
  const { from, by, signal, onProgress } = options
  let [count, bytes] = [0, 0]
  for (const entry of await files.tree(from, by)) {
    signal?.throwIfAborted()
    const names = rebase(entry.path, from, ROOT).slice(1).split('/')
    const place = await openFolder(target, entry.type === 'folder' ? names : names.slice(0, -1))
    if (entry.type === 'folder') continue
    const [content] = await files.readMany([entry.path], by)
    if (content === undefined) continue
    const handle = await place.getFileHandle(entry.name, { create: true })
    const writable = await handle.createWritable()
    await writable.write(toBytes(content.data))
    await writable.close()
    count += 1
    bytes += entry.size
    onProgress?.({ files: count, bytes, path: entry.path })
  }
}

async function openFolder(target: FileSystemDirectoryHandle, names: readonly string[]): Promise<FileSystemDirectoryHandle> {
  let folder = target
  for (const name of names) folder = await folder.getDirectoryHandle(name, { create: true })
  return folder
}
