import {
  exportToFolder,
  exportZip,
  type FileSystem,
  filesFromFolder,
  filesFromList,
  filesFromZip,
  importFiles,
  nameOf,
  type OutsideFile,
  type Path,
  ROOT,
  type TransferProgress,
} from '@parley/browser/files'
import { saveAs } from './save-as.ts'
import { YOU } from './use-file-tree.ts'

/** Something that moves many files and can be watched and stopped. */
export type Transfer = (onProgress: (progress: TransferProgress) => void, signal: AbortSignal) => Promise<unknown>

/** Into the conversation's own files, or a folder. What names itself after an area beside them is refused. */
export const takeIn =
  (files: FileSystem, source: AsyncIterable<OutsideFile>, apart: readonly Path[], into: Path = ROOT): Transfer =>
  (onProgress, signal) =>
    importFiles(files, source, { into, apart, by: YOU, onProgress, signal })

export const takeInList = (files: FileSystem, list: readonly File[], apart: readonly Path[]): Transfer =>
  takeIn(files, filesFromList(list), apart)

export const takeInZip = (files: FileSystem, [archive]: readonly File[], apart: readonly Path[]): Transfer =>
  takeIn(files, filesFromZip(archive ?? new Blob()), apart)

/** Where the browser can open folders on disk. */
interface FolderPicker {
  showDirectoryPicker(options?: { readonly mode?: 'read' | 'readwrite' }): Promise<FileSystemDirectoryHandle>
}

const hasPicker = (place: object): place is FolderPicker => 'showDirectoryPicker' in place

export const canOpenFolders = (): boolean => hasPicker(window)

async function pickFolder(mode: 'read' | 'readwrite'): Promise<FileSystemDirectoryHandle | undefined> {
  if (!hasPicker(window)) return undefined
  try {
    return await window.showDirectoryPicker({ mode })
  } catch (error) {
    // The person closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

export const takeInFolder =
  (files: FileSystem, apart: readonly Path[]): Transfer =>
  async (onProgress, signal) => {
    const folder = await pickFolder('read')
    if (folder) await takeIn(files, filesFromFolder(folder, `${folder.name}/`), apart)(onProgress, signal)
  }

export const sendToFolder =
  (files: FileSystem): Transfer =>
  async (onProgress, signal) => {
    const folder = await pickFolder('readwrite')
    if (folder) await exportToFolder(files, folder, { from: ROOT, by: YOU, onProgress, signal })
  }

export const sendAsZip =
  (files: FileSystem): Transfer =>
  async (onProgress, signal) =>
    saveAs('files.zip', await exportZip(files, { from: ROOT, by: YOU, onProgress, signal }), 'application/zip')

/** Some files and folders: one file as it is, anything else as a zip. */
export const sendChosen =
  (files: FileSystem, paths: readonly Path[]): Transfer =>
  async (onProgress, signal) => {
    const [only] = paths
    const entry = only !== undefined && paths.length === 1 ? await files.stat(only, YOU) : undefined
    if (entry?.type === 'file') return downloadFile(files, entry.path)
    const zip = await exportZip(files, { from: ROOT, only: paths, by: YOU, onProgress, signal })
    saveAs(`${entry?.name ?? 'files'}.zip`, zip, 'application/zip')
  }

export async function downloadFile(files: FileSystem, path: Path): Promise<void> {
  const { data } = await files.read(path, YOU)
  saveAs(nameOf(path), data, typeof data === 'string' ? 'text/plain;charset=utf-8' : 'application/octet-stream')
}
