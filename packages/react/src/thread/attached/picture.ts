import type { FilePart } from '@parley/dialects'

/** What every vendor takes and every local model reads. */
const AS_IT_IS: readonly (readonly [signature: readonly number[], mediaType: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'image/png'],
  [[0xff, 0xd8, 0xff], 'image/jpeg'],
  [[0x47, 0x49, 0x46, 0x38], 'image/gif'],
]

/** Beyond this, vendors make a picture smaller themselves, or refuse it. */
const MOST_SIDE = 2048
const MOST_BYTES = 3_500_000

/** By its first bytes: a name can say anything. */
const typeOf = (bytes: Uint8Array): string | undefined =>
  AS_IT_IS.find(([signature]) => signature.every((byte, at) => bytes[at] === byte))?.[1]

/** A picture as models take it, made smaller where it is too large. Undefined: it is none. */
export async function toPicture(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<FilePart | undefined> {
  const known = typeOf(bytes)
  const blob = new Blob([bytes], known === undefined ? {} : { type: known })
  const bitmap = await createImageBitmap(blob).catch(() => undefined)
  if (!bitmap) return undefined
  const scale = Math.min(1, MOST_SIDE / Math.max(bitmap.width, bitmap.height))
  const fits = known !== undefined && scale === 1 && bytes.length <= MOST_BYTES
  const sent = fits ? blob : await drawn(bitmap, scale, known ?? 'image/png')
  bitmap.close()
  return { type: 'file', mediaType: sent.type, data: await toBase64(sent), name }
}

async function drawn(bitmap: ImageBitmap, scale: number, mediaType: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const same = await canvas.convertToBlob({ type: mediaType === 'image/jpeg' ? mediaType : 'image/png', quality: 0.9 })
  return same.size <= MOST_BYTES ? same : await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
}

async function toBase64(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(String(reader.result)))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read.')))
  reader.readAsDataURL(blob)
  const url = await promise
  return url.slice(url.indexOf(',') + 1)
}
