import type { OutsideFile } from './import-files.ts'

/** The files of an input element or a drop, with the folders they were chosen with. */
export async function* filesFromList(list: Iterable<File>): AsyncGenerator<OutsideFile> {
  for (const file of list) yield toOutsideFile(file.webkitRelativePath || file.name, file)
}

/** Everything that was dropped, folders too. Must be called inside the drop event: the browser empties the list right after. */
export function filesFromDrop(items: Iterable<DataTransferItem>): AsyncGenerator<OutsideFile> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  return walkEntries(entries)
}

/** A folder on disk, where the browser can open one. */
export async function* filesFromFolder(folder: FileSystemDirectoryHandle, above = ''): AsyncGenerator<OutsideFile> {
  for await (const handle of folder.values()) {
    const path = `${above}${handle.name}`
    if (isFolder(handle)) yield* filesFromFolder(handle, `${path}/`)
    else if (isFile(handle)) yield toOutsideFile(path, await handle.getFile())
  }
}

async function* walkEntries(entries: readonly FileSystemEntry[]): AsyncGenerator<OutsideFile> {
  for (const entry of entries) {
    const path = entry.fullPath.replace(/^\//, '')
    if (isDroppedFile(entry)) yield toOutsideFile(path, await new Promise<File>((resolve, reject) => entry.file(resolve, reject)))
    else if (isDroppedFolder(entry)) yield* walkEntries(await readAll(entry.createReader()))
  }
}

/** The reader hands out a hundred at a time, and an empty list at the end. */
async function readAll(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

function toOutsideFile(path: string, file: File): OutsideFile {
  return { path, size: file.size, read: async () => new Uint8Array(await file.arrayBuffer()) }
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory'
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file'
}

function isDroppedFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDroppedFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
