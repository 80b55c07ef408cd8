import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { FaultError, isJsonObject } from '@parley/dialects'
import { refusal } from '../../http-fault.ts'
import { say } from '../words.ts'
import { type HubFile, type WebFetch, whyOf } from './hub.ts'

export interface DownloadOptions {
  readonly source: HubFile
  /** Where it lies when it is whole. Until then it is called `.part`. */
  readonly target: string
  readonly fetch: WebFetch
  readonly signal: AbortSignal
  readonly onProgress?: (bytes: number) => void
  /** How much room there is. Absent: what the disk says. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/** What is left free beside it, for everything else. */
const MARGIN = 200 * 2 ** 20

const partOf = (target: string): string => `${target}.part`
const noteOf = (target: string): string => `${target}.part.json`

/** Fetches a file, or the rest of it, and gives it its name when every byte was checked. What has come so far stays when it is interrupted. */
export async function download(options: DownloadOptions): Promise<void> {
  const { source, target, signal } = options
  await mkdir(dirname(target), { recursive: true })
  const have = await goingOn(target, source)
  await demandRoom(options, source.bytes - have)
  if (have < source.bytes) await fetchRest(options, have)
  signal.throwIfAborted()
  if ((await checksum(partOf(target), signal)) !== source.sha256) {
    await discard(target)
    throw refusal('provider/bad-answer', say('weights.wrong-checksum', { file: basename(target) }))
  }
  await rename(partOf(target), target)
  await rm(noteOf(target), { force: true })
}

/** Takes away what has come of a file that is not wanted any more. False: nothing had. */
export async function discard(target: string): Promise<boolean> {
  const had = (await stat(partOf(target)).catch(() => undefined)) !== undefined
  for (const file of [partOf(target), noteOf(target)]) await rm(file, { force: true })
  return had
}

/** What has come of a file that was begun. */
export interface Begun {
  readonly bytes: number
  /** Absent: it was never begun. */
  readonly total?: number
  readonly sha256?: string
  /** Where it came from. */
  readonly mirror?: string
}

export async function begun(target: string): Promise<Begun> {
  const note = await readFile(noteOf(target), 'utf8').then(readNote, () => ({}))
  const size = (await stat(partOf(target)).catch(() => undefined))?.size ?? 0
  return { bytes: size, ...note }
}

/** A note that was cut off while it was written is none. */
function readNote(text: string): Omit<Begun, 'bytes'> {
  try {
    const note: unknown = JSON.parse(text)
    if (!isJsonObject(note)) return {}
    const { sha256, bytes, mirror } = note
    return {
      ...(typeof sha256 === 'string' && { sha256 }),
      ...(typeof bytes === 'number' && { total: bytes }),
      ...(typeof mirror === 'string' && { mirror }),
    }
  } catch {
    return {}
  }
}

/** How much of just this file is there. What is of another version is taken away. */
async function goingOn(target: string, { sha256, bytes, mirror }: HubFile): Promise<number> {
  const before = await begun(target)
  const isSame = before.sha256 === sha256 && before.bytes <= bytes
  if (!isSame) await discard(target)
  await writeFile(noteOf(target), `${JSON.stringify({ sha256, bytes, mirror })}\n`)
  return isSame ? before.bytes : 0
}

const inGigabytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1)

async function demandRoom({ target, freeBytes = freeOn }: DownloadOptions, missing: number): Promise<void> {
  const free = await freeBytes(dirname(target))
  if (free >= missing + MARGIN || missing <= 0) return
  const numbers = { needed: inGigabytes(missing + MARGIN), free: inGigabytes(free) }
  throw refusal('request/conflict', say('weights.no-room', { file: basename(target), ...numbers }))
}

/** Free bytes of the disk that a folder lies on, or will. */
export async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : dirname(resolve(folder)))
  return bavail * bsize
}

async function fetchRest({ source, target, fetch, signal, onProgress }: DownloadOptions, have: number): Promise<void> {
  const file = basename(target)
  const headers = have > 0 ? { range: `bytes=${have}-` } : {}
  const response = await fetch(source.url, { headers, signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw brokeOff(file, error)
  })
  if (response.status !== 200 && response.status !== 206) {
    await response.body?.cancel()
    const host = new URL(source.url).host
    throw refusal('provider/refused', say('weights.gone', { file, host, status: response.status }))
  }
  // A server that sends everything once more is heard from the beginning.
  const goesOn = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${have}-`) === true
  const out = await open(partOf(target), goesOn ? 'a' : 'w')
  let got = goesOn ? have : 0
  try {
    for await (const piece of response.body ?? []) {
      got += piece.byteLength
      if (got > source.bytes) break
      await out.write(piece)
      onProgress?.(got)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw isFull(error) ? refusal('request/conflict', say('weights.disk-full', { file })) : brokeOff(file, error)
  } finally {
    await out.close()
  }
  signal.throwIfAborted()
  if (got < source.bytes) throw brokeOff(file, new Error('its end is missing'))
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

function brokeOff(file: string, error: unknown): FaultError {
  return new FaultError({
    code: 'provider/unavailable',
    ...say('weights.broke-off', { file, why: whyOf(error) }),
    retryable: true,
  })
}

async function checksum(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { signal })) hash.update(piece)
  return hash.digest('hex')
}
