/** Where files that were fetched once stay, so that they are there without a network, too. */
const KEPT = 'parley-python'

export interface Wanted {
  /** Its name among what is kept. */
  readonly url: string
  /** Where it is fetched. Absent: at `url`. */
  readonly from?: string
  /** Nothing else is taken for it. Absent: whatever is there. */
  readonly isRight?: (bytes: Uint8Array<ArrayBuffer>) => Promise<boolean> | boolean
  /** Hears how many bytes have come over the network. */
  readonly onBytes?: (bytes: number) => void
  readonly signal: AbortSignal
}

/** Thrown when a file is not what was asked for, which no second attempt mends. */
export class WrongFile extends Error {
  override readonly name = 'WrongFile'
}

/** A file as it was kept, or fetched and then kept. Where nothing can be kept, fetched each time. */
export async function keptFile(wanted: Wanted): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await readKept(wanted.url, wanted.isRight)
  if (kept) return kept
  const bytes = await fetchFile(wanted)
  if ((await wanted.isRight?.(bytes)) === false) throw new WrongFile(wanted.from ?? wanted.url)
  await keep(wanted.url, bytes)
  return bytes
}

/** No room costs the file's stay, not the file. */
export async function keep(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const store = await openKept()
  await store?.put(url, new Response(bytes)).catch(() => undefined)
}

/** The file if it is here and right. Never asks the network. */
export async function readKept(url: string, isRight?: Wanted['isRight']): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const store = await openKept()
  const found = await store?.match(url)
  if (!found) return undefined
  const bytes = new Uint8Array(await found.arrayBuffer())
  return (await isRight?.(bytes)) === false ? undefined : bytes
}

/** The addresses of what is kept. */
export async function keptUrls(): Promise<readonly string[]> {
  const store = await openKept()
  return ((await store?.keys()) ?? []).map(({ url }) => url)
}

export async function forgetKept(urls: readonly string[]): Promise<void> {
  const store = await openKept()
  if (store) await Promise.all(urls.map((url) => store.delete(url)))
}

/** Absent in a page that is not served securely. */
async function openKept(): Promise<Cache | undefined> {
  return await globalThis.caches?.open(KEPT).catch(() => undefined)
}

async function fetchFile({ url, from = url, onBytes, signal }: Wanted): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(from, { signal, credentials: 'same-origin', referrerPolicy: 'no-referrer' })
  if (!response.ok || !response.body) throw new Error(`${from}: ${response.status}`)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const piece of response.body) {
    pieces.push(piece)
    length += piece.byteLength
    onBytes?.(length)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
