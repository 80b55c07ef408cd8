import type { FileData } from './file-system.ts'
import { sha256 } from './sha256.ts'
import { INLINE_BYTES } from './stored-node.ts'

/**
 * How a content lies in the store. Up to 4 KiB in its node; then as a value; from 256 KiB on as a `Blob`, which the browser
 * writes and reads without carrying it through the page.
 */
export type StoredContent = FileData | Blob

export interface PreparedContent {
  readonly stored: StoredContent
  readonly size: number
  readonly hash: string
  readonly binary: boolean
}

const encoder = new TextEncoder()
// Above this `crypto.subtle` is the faster one, thread hop and all.
const HASH_HERE_BYTES = 16_384
const BLOB_BYTES = 262_144
const TEXT_TYPE = 'text/plain'
let scratch: Uint8Array<ArrayBuffer> | undefined

/**
 * Everything about a content that must be known before a transaction opens, because none may wait for it. Equal bytes become
 * equal contents: what is valid UTF-8 is kept as text, so that one hash never stands for two things. The bytes are copied or
 * hashed before this returns, so the caller may change them afterwards.
 */
export function prepareContent(data: FileData): PreparedContent | Promise<PreparedContent> {
  const text = typeof data === 'string' ? data.toWellFormed() : decodeText(data)
  const bytes = text !== undefined ? encode(text) : toBytes(data)
  const size = bytes.length
  const binary = text?.includes('\0') ?? true
  const stored = size < BLOB_BYTES ? (text ?? bytes.slice()) : new Blob([bytes], text === undefined ? {} : { type: TEXT_TYPE })
  const subtle = globalThis.crypto?.subtle
  if (size <= HASH_HERE_BYTES || subtle === undefined) return { stored, size, hash: sha256(bytes), binary }
  return subtle.digest('SHA-256', bytes).then((digest) => ({ stored, size, hash: toHex(new Uint8Array(digest)), binary }))
}

/** The content itself. Not inside a transaction: reading a `Blob` takes longer than one lives. */
export async function loadContent(stored: StoredContent): Promise<FileData> {
  if (!(stored instanceof Blob)) return stored
  const bytes = new Uint8Array(await stored.arrayBuffer())
  return stored.type === TEXT_TYPE ? toText(bytes) : bytes
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
