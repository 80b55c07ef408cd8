import { SHOWN_LIMITS } from '@parley/browser/sandbox'
import { isTameDrawing } from './tame-drawing.ts'

/** Sharp also where it is printed. */
const SCALE = 2

/** A drawing in pixels, on white paper. As a picture nothing in it runs or loads. Undefined: it cannot be drawn. */
export async function toPng(svg: string): Promise<Blob | undefined> {
  if (!(await isTameDrawing(svg))) return undefined
  const image = new Image()
  // Not by a blob: a browser would not hand out what it drew from one.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  try {
    await image.decode()
  } catch {
    return undefined
  }
  const { naturalWidth: width, naturalHeight: height } = image
  const scale = Math.min(SCALE, SHOWN_LIMITS.side / width, SHOWN_LIMITS.side / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context || canvas.width * canvas.height > SHOWN_LIMITS.pixels) return undefined
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}
