import { Inflate, Zip, ZipDeflate } from 'fflate'
import { say } from '../../words/files.ts'
import { toBytes } from '../file-content.ts'
import { FileError } from '../file-error.ts'
import type { Entry, FileSystem } from '../file-system.ts'
import { isInside, ROOT, rebase } from '../path.ts'
import type { FileExportOptions } from './export-files.ts'
import { createPacer, type OutsideFile } from './import-files.ts'
import { crc32, damaged, packedBytes, readZipDirectory, type ZipEntry } from './zip-directory.ts'

const FILES_AT_ONCE = 50
const STORED = 0
const DEFLATED = 8
// Packed bytes for one step. Each may become a thousand.
const PIECE = 2_048
const CHECKED = 2 ** 20
// An archive of a few kilobytes can claim to hold petabytes. Ordinary ones stay below ten times their size.
const MAX_RATIO = 100
const HARMLESS = 16 * 2 ** 20
// What a single file may unpack to.
const MAX_UNPACKED = 256 * 2 ** 20

/** Everything below a folder as a zip archive, empty folders too, or some of it under the same names. */
export async function exportZip(files: FileSystem, { from, only, by, onProgress, signal }: FileExportOptions): Promise<Blob> {
  const isMeant = ({ path }: Entry) => only === undefined || only.some((folder) => isInside(path, folder))
  const entries = (await files.tree(from, by)).filter(isMeant)
  const pieces: BlobPart[] = []
  let problem: Error | undefined
  const zip = new Zip((error, piece) => {
    if (error !== null) problem = error
    else pieces.push(piece.slice())
  })
  const named = (entry: Entry) => rebase(entry.path, from, ROOT).slice(1)
  for (const entry of entries) if (entry.type === 'folder') addToZip(zip, `${named(entry)}/`, new Uint8Array(), entry.created)
  let [count, bytes] = [0, 0]
  const plain = entries.filter((entry) => entry.type === 'file')
  for (let start = 0; start < plain.length; start += FILES_AT_ONCE) {
    signal?.throwIfAborted()
    const some = plain.slice(start, start + FILES_AT_ONCE)
    const contents = await files.readMany(
      some.map((entry) => entry.path),
      by,
    )
    for (const [index, entry] of some.entries()) {
      const content = contents[index]
      // It was removed while the archive was being written.
      if (content === undefined) continue
      addToZip(zip, named(entry), toBytes(content.data), entry.modified)
      count += 1
      bytes += entry.size
      onProgress?.({ files: count, bytes, path: entry.path })
    }
  }
  zip.end()
  if (problem !== undefined) throw problem
  return new Blob(pieces, { type: 'application/zip' })
}

function addToZip(zip: Zip, name: string, bytes: Uint8Array, modified: number): void {
  const file = new ZipDeflate(name, { level: 6 })
  // The format cannot say a time before 1980 or after 2099.
  file.mtime = Math.min(Math.max(modified, Date.UTC(1980, 0, 2)), Date.UTC(2099, 0, 1))
  zip.add(file)
  file.push(bytes, true)
}

/** The files in a zip archive. Each is unpacked when it is read, and not given out unless its checksum is right. */
export async function* filesFromZip(archive: Blob): AsyncGenerator<OutsideFile> {
  const entries = await readZipDirectory(archive)
  refuseBomb(entries, archive.size)
  for (const entry of entries) {
    if (!entry.name.endsWith('/')) yield { path: entry.name, size: entry.size, read: () => unpack(archive, entry) }
  }
}

/** What the directory promises is all that is ever unpacked, so it tells a bomb before anything of it goes off. */
function refuseBomb(entries: readonly ZipEntry[], packed: number): void {
  let total = 0
  for (const { size } of entries) total += size
  if (total <= HARMLESS || total <= packed * MAX_RATIO) return
  throw new FileError('ENOSPC', '', say('zip.ratio', { times: Math.ceil(total / packed), most: MAX_RATIO }))
}

async function unpack(archive: Blob, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.size > MAX_UNPACKED)
    throw new FileError('ENOSPC', entry.name, say('zip.large', { name: entry.name, megabytes: MAX_UNPACKED / 1024 / 1024 }))
  const packed = await packedBytes(archive, entry)
  const bytes = entry.method === STORED ? packed : await inflate(packed, entry)
  if (bytes.length !== entry.size || (await checksumOf(bytes)) !== entry.checksum) throw damaged(entry.name)
  return bytes
}

async function checksumOf(bytes: Uint8Array): Promise<number> {
  const pace = createPacer()
  let checksum = 0
  for (let start = 0; start < bytes.length; start += CHECKED) {
    checksum = crc32(bytes.subarray(start, start + CHECKED), checksum)
    await pace()
  }
  return checksum
}

/** Never more than the entry promised, whatever the packed bytes would unpack to, and never for long without a pause. */
async function inflate(packed: Uint8Array, { name, method, size }: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  if (method !== DEFLATED) throw new FileError('EINVAL', name, say('zip.unusual', { name }))
  const bytes = new Uint8Array(size)
  const pace = createPacer()
  let at = 0
  const inflater = new Inflate((piece) => {
    if (at + piece.length > size) throw damaged(name)
    bytes.set(piece, at)
    at += piece.length
  })
  try {
    for (let start = 0; start < packed.length; start += PIECE) {
      inflater.push(packed.subarray(start, start + PIECE), start + PIECE >= packed.length)
      await pace()
    }
  } catch (error) {
    throw damaged(name, error)
  }
  if (at !== size) throw damaged(name)
  return bytes
}
