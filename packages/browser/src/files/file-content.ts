import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { FileData } from './file-system.ts'
import { INLINE_BYTES } from './store/stored-node.ts'

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
const BLOB_BYTES = 262_144
/** Up to here the thread hop of `crypto.subtle` takes longer than the hash. It is missing on pages that are no secure context. */
const SHORT_BYTES = 16_384
const TEXT_TYPE = 'text/plain'

/**
 * Everything about a content that must be known when a transaction stores it, and that none may wait for. Equal bytes become
 * equal contents: what is valid UTF-8 is kept as text, so that one hash never stands for two things. The bytes are copied or
 * hashed before this returns, so the caller may change them afterwards.
 */
export async function prepareContent(data: FileData): Promise<PreparedContent> {
  const text = typeof data === 'string' ? data.toWellFormed() : decodeText(data)
  const bytes = toBytes(data)
  const laidOut = layOut(text, bytes)
  return { ...laidOut, hash: bytesToHex(await hashOf(bytes)) }
}

function hashOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle
  if (bytes.length <= SHORT_BYTES || subtle === undefined) return sha256(bytes)
  return subtle.digest('SHA-256', bytes).then((digest) => new Uint8Array(digest))
}

function layOut(text: string | undefined, bytes: Uint8Array<ArrayBuffer>): Omit<PreparedContent, 'hash'> {
  const size = bytes.length
  const whole = () => new Blob([bytes], text === undefined ? {} : { type: TEXT_TYPE })
  return { stored: size < BLOB_BYTES ? (text ?? bytes.slice()) : whole(), size, binary: text?.includes('\0') ?? true }
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

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
