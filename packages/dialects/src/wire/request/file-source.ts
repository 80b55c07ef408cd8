import type { FilePart } from '../../canonical/part.ts'

export type FileSource =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly base64: string }

const DATA_ADDRESS = /^data:([^;,]*)([^,]*),/

/** Where the bytes of a file are: at an address, or here. */
export function fileSource(part: FilePart): FileSource {
  if (/^https?:/i.test(part.data)) return { kind: 'address', url: part.data }
  const address = DATA_ADDRESS.exec(part.data)
  if (!address) return { kind: 'bytes', mediaType: exactType(part.mediaType, part.data), base64: part.data }
  const body = part.data.slice(address[0].length)
  const base64 = address[2]?.endsWith(';base64') ? body : encodeText(decodeAddress(body))
  return { kind: 'bytes', mediaType: exactType(address[1] || part.mediaType, base64), base64 }
}

/** The file as an address that a format takes in place of one on the web. */
export function fileAddress(part: FilePart): string {
  const source = fileSource(part)
  return source.kind === 'address' ? source.url : `data:${source.mediaType};base64,${source.base64}`
}

/** The file behind an address: what a `data:` address holds, or the address itself. */
export function fileFromAddress(url: string, mediaType: string, name?: string): FilePart {
  const address = DATA_ADDRESS.exec(url)
  const own = name === undefined || name === '' ? {} : { name }
  if (!address) return { type: 'file', mediaType, data: url, ...own }
  const source = fileSource({ type: 'file', mediaType, data: url })
  return source.kind === 'bytes'
    ? { type: 'file', mediaType: source.mediaType, data: source.base64, ...own }
    : { type: 'file', mediaType, data: url, ...own }
}

/** How a file is told to a model that cannot take it. */
export function fileWords(part: FilePart): string {
  return `[file ${part.name ?? part.mediaType}]`
}

export function encodeText(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}

/** The text of a file, or `undefined` when its base64 is damaged. */
export function decodeText(base64: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0)))
  } catch {
    return undefined
  }
}

function decodeAddress(body: string): string {
  try {
    return decodeURIComponent(body)
  } catch {
    return body
  }
}

const FIRST_BYTES: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
]

/** Vendors refuse `image/*`; the first bytes say what it is. */
function exactType(mediaType: string, base64: string): string {
  if (mediaType.includes('/') && !mediaType.endsWith('/*')) return mediaType
  return (
    FIRST_BYTES.find(([start]) => base64.startsWith(start))?.[1] ??
    (mediaType.startsWith('image') ? 'image/png' : 'application/octet-stream')
  )
}
