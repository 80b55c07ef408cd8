import type { FileData } from '@parley/browser/files'
import { imageTypeOf, PICTURE_TYPES, pictureSize, SHOWN_LIMITS } from '@parley/browser/sandbox'
import { isTameDrawing } from '../shown/tame-drawing.ts'

export interface PictureLimits {
  /** Of a drawing, in characters. */
  readonly text: number
  readonly pixels: number
}

/** What a person asked to see, and what is drawn in a list without being asked for. */
export const TO_LOOK_AT: PictureLimits = { text: SHOWN_LIMITS.svg, pixels: 120_000_000 }
export const IN_PASSING: PictureLimits = { text: 100_000, pixels: 26_000_000 }

/** What a file holds as a picture, or why it is not drawn: it would hold up the page, or is no picture. */
export async function pictureIn(path: string, data: FileData, limits: PictureLimits): Promise<Blob | 'heavy' | 'broken'> {
  const type = imageTypeOf(path)
  if (type === undefined) return 'broken'
  if (type === 'image/svg+xml') return await drawingIn(data, limits)
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const known = PICTURE_TYPES.find((one) => one === type)
  const size = known && pictureSize(known, bytes)
  // A kind whose size cannot be told beforehand is drawn only for somebody who asked; one that hides it, for nobody.
  if (!size && (known || limits === IN_PASSING)) return 'broken'
  if (size && size.width * size.height > limits.pixels) return 'heavy'
  return new Blob([bytes], { type })
}

async function drawingIn(data: FileData, { text: most }: PictureLimits): Promise<Blob | 'heavy' | 'broken'> {
  if (typeof data !== 'string') return 'broken'
  if (data.length > most || !(await isTameDrawing(data))) return 'heavy'
  return new Blob([data], { type: 'image/svg+xml' })
}
