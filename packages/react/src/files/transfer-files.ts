import { exportZip, type FileSystem, joinPath, nameOf, type Path, ROOT } from '@parley/browser'
import { YOU } from './use-file-tree.ts'

/** Text where the bytes are text, bytes otherwise. */
async function contentOf(file: File): Promise<string | Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? bytes : text
  } catch {
    return bytes
  }
}

export async function uploadFiles(files: FileSystem, uploads: readonly File[]): Promise<void> {
  const writes = await Promise.all(
    uploads.map(async (file) => ({ path: joinPath(ROOT, file.name), data: await contentOf(file) })),
  )
  await files.writeMany(writes, YOU)
}

export function saveAs(name: string, data: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([data], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export async function downloadFile(files: FileSystem, path: Path): Promise<void> {
  const { data } = await files.read(path, YOU)
  saveAs(nameOf(path), data, typeof data === 'string' ? 'text/plain;charset=utf-8' : 'application/octet-stream')
}

export async function downloadEverything(files: FileSystem): Promise<void> {
  saveAs('workspace.zip', await exportZip(files, { from: ROOT, by: YOU }), 'application/zip')
}
