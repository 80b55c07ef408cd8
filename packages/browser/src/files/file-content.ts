import type { FileData } from './file-system.ts'
import { sha256 } from './sha256.ts'
import { INLINE_BYTES } from './stored-node.ts'

export interface PreparedContent {
  readonly data: FileData
  readonly size: number
  readonly hash: string
  readonly binary: boolean
}

const encoder = new TextEncoder()
// Above this the thread hop of `crypto.subtle` pays for itself.
const HASH_HERE_BYTES = 16_384
let scratch: Uint8Array<ArrayBuffer> | undefined

/**
 * Everything about a content that must be known before a transaction opens, because none may wait for it. Equal bytes become
 * equal contents: what is valid UTF-8 is kept as text, so that one hash never stands for two things.
 */
export function prepareContent(data: FileData): PreparedContent | Promise<PreparedContent> {
  const own = typeof data === 'string' ? data.toWellFormed() : (decodeText(data) ?? data.slice())
  const bytes = typeof own === 'string' ? encode(own) : own
  const size = bytes.length
  const binary = typeof own !== 'string' || own.includes('\0')
  const subtle = globalThis.crypto?.subtle
  if (size <= HASH_HERE_BYTES || subtle === undefined) return { data: own, size, hash: sha256(bytes), binary }
  return subtle.digest('SHA-256', bytes).then((digest) => ({ data: own, size, hash: toHex(new Uint8Array(digest)), binary }))
}

export function isInline(size: number): boolean {
  return size <= INLINE_BYTES
}

/** The content as text. Only for a content that is not binary; damaged bytes become U+FFFD. */
export function toText(data: FileData): string {
  return typeof data === 'string' ? data : new TextDecoder('utf-8', { ignoreBOM: true }).decode(data)
}

export function toBytes(data: FileData): Uint8Array<ArrayBuffer> {
  return typeof data === 'string' ? encoder.encode(data) : data
}

/** The UTF-8 of a text. That of a short text is only good until the next one: it is a view into a shared buffer. */
function encode(text: string): Uint8Array<ArrayBuffer> {
  if (text.length * 3 > HASH_HERE_BYTES) return encoder.encode(text)
  scratch ??= new Uint8Array(HASH_HERE_BYTES)
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex
}
