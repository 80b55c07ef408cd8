import { PICTURE_TYPES, SHOWN_LIMITS } from '../../shown/shown-item.ts'
import { apply, getterOf, indexOf, quote, slice, startsWith, toNumber, toText, uncurry } from '../intrinsics.ts'
import { attempt } from '../names.ts'
import { type Finding, hear, svgFields } from './finding.ts'

const hasDocument = typeof HTMLCanvasElement === 'function'
const none = (): undefined => undefined
const canvasWidth = hasDocument ? getterOf(HTMLCanvasElement.prototype, 'width') : none
const canvasHeight = hasDocument ? getterOf(HTMLCanvasElement.prototype, 'height') : none
const toDataUrl = hasDocument ? uncurry(HTMLCanvasElement.prototype.toDataURL) : none
const imageWidth = hasDocument ? getterOf(HTMLImageElement.prototype, 'naturalWidth') : none
const imageHeight = hasDocument ? getterOf(HTMLImageElement.prototype, 'naturalHeight') : none
const bitmapWidth = getterOf(ImageBitmap.prototype, 'width')
const bitmapHeight = getterOf(ImageBitmap.prototype, 'height')
const pixelsWidth = getterOf(ImageData.prototype, 'width')
const pixelsHeight = getterOf(ImageData.prototype, 'height')
const offscreenWidth = getterOf(OffscreenCanvas.prototype, 'width')
const offscreenHeight = getterOf(OffscreenCanvas.prototype, 'height')
const blobSize = getterOf(Blob.prototype, 'size')
const blobType = getterOf(Blob.prototype, 'type')
const blobBytes = uncurry(Blob.prototype.arrayBuffer)
const blobText = uncurry(Blob.prototype.text)
const toBlob = uncurry(OffscreenCanvas.prototype.convertToBlob)
const contextOf = uncurry(OffscreenCanvas.prototype.getContext as (kind: string) => unknown)
const drawImage = uncurry(OffscreenCanvasRenderingContext2D.prototype.drawImage as (...args: unknown[]) => void)
const putPixels = uncurry(OffscreenCanvasRenderingContext2D.prototype.putImageData as (...args: unknown[]) => void)
const NativeCanvas = OffscreenCanvas
const NativeBytes = Uint8Array
const { fromCharCode } = String
const partOf = uncurry(Uint8Array.prototype.subarray)
const lengthOf = getterOf(Object.getPrototypeOf(Uint8Array.prototype), 'length')
const encode = btoa

const TOO_LARGE = `A picture has at most ${SHOWN_LIMITS.pixels / 1_000_000} million pixels, ${SHOWN_LIMITS.side} on a side. Make it smaller.`
const MOST_BYTES = (SHOWN_LIMITS.item / 4) * 3 - 10_000

/** Whether it is a picture, or something that holds one; then it is on its way. */
export function findPicture(value: object, finding: Finding): boolean {
  const type = attempt(blobType, value)
  if (typeof type === 'string') {
    findInBlob(value, type, finding)
    return true
  }
  const canvas = sizeOf(value, canvasWidth, canvasHeight)
  if (canvas !== undefined) {
    if (fits(canvas, finding)) found(toText(toDataUrl(value, 'image/png')), finding)
    return true
  }
  const offscreen = sizeOf(value, offscreenWidth, offscreenHeight)
  if (offscreen !== undefined) {
    if (fits(offscreen, finding)) findInCanvas(value, finding)
    return true
  }
  return findSource(value, finding)
}

/** Something that is first drawn onto a canvas. */
function findSource(value: object, finding: Finding): boolean {
  const pixels = sizeOf(value, pixelsWidth, pixelsHeight)
  const size = pixels ?? sizeOf(value, bitmapWidth, bitmapHeight) ?? sizeOf(value, imageWidth, imageHeight)
  if (size === undefined) return false
  if (!fits(size, finding)) return true
  const canvas = new NativeCanvas(size.width, size.height)
  const context = contextOf(canvas, '2d')
  if (pixels === undefined) drawImage(context, value, 0, 0)
  else putPixels(context, value, 0, 0)
  findInCanvas(canvas, finding)
  return true
}

interface Size {
  readonly width: number
  readonly height: number
}

type Read = (self: unknown) => unknown

/** Undefined: the getter is not of this kind of object. */
function sizeOf(value: object, widthOf: Read, heightOf: Read): Size | undefined {
  const width = attempt(widthOf, value)
  return typeof width === 'number' ? { width, height: toNumber(heightOf(value)) } : undefined
}

function fits({ width, height }: Size, finding: Finding): boolean {
  if (width < 1 || height < 1) finding.failed('The picture is empty.')
  else if (width > SHOWN_LIMITS.side || height > SHOWN_LIMITS.side || width * height > SHOWN_LIMITS.pixels)
    finding.failed(TOO_LARGE)
  else return true
  return false
}

function findInCanvas(canvas: object, finding: Finding): void {
  hear(toBlob(canvas), (blob) => findInBlob(blob, 'image/png', finding), finding)
}

function findInBlob(blob: unknown, type: string, finding: Finding): void {
  if (toNumber(blobSize(blob)) > MOST_BYTES) return finding.failed('The file is too large to be shown. Make it smaller.')
  if (startsWith(type, 'image/svg')) return hear(blobText(blob), (text) => finding.found(svgFields(toText(text))), finding)
  if (startsWith(type, 'text/')) return hear(blobText(blob), (text) => finding.found(markdownFields(toText(text))), finding)
  hear(blobBytes(blob), (buffer) => found(`data:${type};base64,${base64(buffer)}`, finding), finding)
}

const markdownFields = (text: string): string => `"kind":"markdown","text":${quote(slice(text, 0, SHOWN_LIMITS.text))}`

/** `data:image/png;base64,…` */
function found(address: string, finding: Finding): void {
  const from = indexOf(address, ';base64,')
  const type = slice(address, 5, from)
  for (let index = 0; index < PICTURE_TYPES.length; index += 1) {
    if (PICTURE_TYPES[index] !== type) continue
    return finding.found(`"kind":"image","mime":"${type}","data":${quote(slice(address, from + 8))}`)
  }
  finding.failed('Pictures can be shown as PNG, JPEG, GIF, WebP or SVG.')
}

const PIECE = 8_192

function base64(buffer: unknown): string {
  // Invariant: only what `arrayBuffer` gave comes here.
  const bytes = new NativeBytes(buffer as ArrayBuffer)
  const length = toNumber(lengthOf(bytes))
  let text = ''
  for (let from = 0; from < length; from += PIECE) {
    text += apply(fromCharCode, undefined, partOf(bytes, from, from + PIECE) as unknown as number[])
  }
  return encode(text)
}
