import type { Said } from '@parley/dialects'
import { say } from '../../words/files.ts'
import { FileError } from '../file-error.ts'

/** One file as the directory at the end of an archive describes it. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly checksum: number
  readonly packed: number
  readonly size: number
  /** Where its own header begins. */
  readonly offset: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT = 65_535
const MAX_DIRECTORY = 64 * 2 ** 20

/** The list of contents that every archive ends with. It alone is believed: what stands between the files may say anything. */
export async function readZipDirectory(archive: Blob): Promise<readonly ZipEntry[]> {
  const tail = await view(archive, Math.max(0, archive.size - END_BYTES - MAX_COMMENT), archive.size)
  let at = tail.byteLength - END_BYTES
  while (at >= 0 && tail.getUint32(at, true) !== END) at--
  if (at < 0) throw new FileError('EINVAL', '', say('zip.not-whole'))
  const [count, bytes, start] = [tail.getUint16(at + 10, true), tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
  if (start === 0xffffffff || bytes > MAX_DIRECTORY || start + bytes > archive.size) throw damaged(say('zip.directory'))
  return readEntries(await view(archive, start, start + bytes), count)
}

/** Where the packed bytes of an entry begin: behind its own header, whose length only the header itself tells. */
export async function packedBytes(archive: Blob, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  const header = await view(archive, entry.offset, entry.offset + 30)
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL) throw damaged(entry.name)
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = new Uint8Array(await archive.slice(start, start + entry.packed).arrayBuffer())
  if (packed.length !== entry.packed) throw damaged(entry.name)
  return packed
}

export function damaged(name: string | Said, cause?: unknown): FileError {
  return new FileError('EINVAL', typeof name === 'string' ? name : name.message, say('zip.damaged', { name }), {
    cause,
  })
}

function readEntries(directory: DataView, count: number): readonly ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== ENTRY) throw damaged(say('zip.directory'))
    const nameEnd = at + 46 + directory.getUint16(at + 28, true)
    const next = nameEnd + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
    if (next > directory.byteLength) throw damaged(say('zip.directory'))
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameEnd - at - 46))
    if ((directory.getUint16(at + 8, true) & 1) === 1) {
      throw new FileError('EINVAL', name, say('zip.password'))
    }
    entries.push({
      name,
      method: directory.getUint16(at + 10, true),
      checksum: directory.getUint32(at + 16, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    })
    at = next
  }
  return entries
}

async function view(archive: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await archive.slice(start, end).arrayBuffer())
}

let table: Uint32Array | undefined

function createTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
    return value
  })
}

/** The checksum of zip archives. `before` is that of the bytes that came before these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  table ??= createTable()
  let value = before ^ 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
