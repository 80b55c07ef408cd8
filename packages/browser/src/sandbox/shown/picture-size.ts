import type { PictureType } from './shown-item.ts'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** How large a picture will be once it is decoded, read from its first bytes. Undefined: it is not such a picture. */
export function pictureSize(mime: PictureType, bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = bytes.length < 30 ? undefined : READERS[mime](view)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

type ReadSize = (view: DataView) => PictureSize | undefined

const READERS: { readonly [Type in PictureType]: ReadSize } = {
  'image/png': (view) =>
    isAscii(view, 1, 'PNG') && isAscii(view, 12, 'IHDR') ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined,
  'image/gif': (view) =>
    isAscii(view, 0, 'GIF8') ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : undefined,
  'image/jpeg': jpegSize,
  'image/webp': (view) => (isAscii(view, 0, 'RIFF') && isAscii(view, 8, 'WEBP') ? webpSize(view) : undefined),
}

function isAscii(view: DataView, at: number, text: string): boolean {
  return [...text].every((character, index) => view.getUint8(at + index) === character.charCodeAt(0))
}

/** `FF D8`, then segments `FF kind length…`; the size stands in the one that begins the frame. */
function jpegSize(view: DataView): PictureSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < view.byteLength) {
    const marker = view.getUint16(at)
    // Padding.
    if (marker === 0xffff) {
      at += 1
      continue
    }
    if (marker < 0xffc0 || marker === 0xffda) return undefined
    const isFrame = marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

const webpSize: ReadSize = (view) => {
  if (isAscii(view, 12, 'VP8X')) return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (isAscii(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (!isAscii(view, 12, 'VP8 ')) return undefined
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
