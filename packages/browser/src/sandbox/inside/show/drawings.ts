import { get, getOwnPropertyDescriptor, getterOf, toNumber, toText, uncurry } from '../intrinsics.ts'
import { attempt } from '../names.ts'

const hasDocument = typeof Element === 'function'
const none = (): undefined => undefined
const elementName = hasDocument ? getterOf(Element.prototype, 'localName') : none
const isConnected = hasDocument ? getterOf(Node.prototype, 'isConnected') : none
const serializer = hasDocument ? new XMLSerializer() : undefined
const serialize = hasDocument ? uncurry(XMLSerializer.prototype.serializeToString) : () => ''
const boxOf = hasDocument ? uncurry(Element.prototype.getBoundingClientRect) : none
const boxWidth = hasDocument ? getterOf(DOMRectReadOnly.prototype, 'width') : none
const boxHeight = hasDocument ? getterOf(DOMRectReadOnly.prototype, 'height') : none
const boxLeft = hasDocument ? getterOf(DOMRectReadOnly.prototype, 'left') : none
const boxTop = hasDocument ? getterOf(DOMRectReadOnly.prototype, 'top') : none
const append = hasDocument ? uncurry(Node.prototype.appendChild) : none
const removeChild = hasDocument ? uncurry(Node.prototype.removeChild) : none
const createElement = hasDocument ? uncurry(Document.prototype.createElement as (name: string) => Element) : none
const setAttribute = hasDocument ? uncurry(Element.prototype.setAttribute) : none
const rootOf = hasDocument ? getterOf(Document.prototype, 'documentElement') : none
const page = hasDocument ? document : undefined

interface ElementDrawing {
  readonly text: string
  /** What can be pointed at in it, by whoever drew it. Nobody has looked at it. */
  readonly points?: unknown
}

/** An element as a drawing: an `<svg>` as it is, anything else in one. Undefined: it is no element. */
export function drawingOf(value: object): ElementDrawing | undefined {
  const name = attempt(elementName, value)
  if (typeof name !== 'string' || page === undefined) return undefined
  // Invariant: the getter above takes elements only.
  const element = value as Element
  const { svg, points } = pointedAt(element)
  if (name === 'svg') return { text: serialize(serializer, element), points }
  const { width, height, left, top } = measure(element, svg)
  const inside = serialize(serializer, element)
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${inside}</foreignObject></svg>`
  return { text, points: points === undefined ? undefined : { points, left, top } }
}

/** A chart of a library of the page says where its values are, and in which of its drawings. */
function pointedAt(element: Element): { readonly svg: unknown; readonly points: unknown } {
  const told: unknown = attempt(() => getOwnPropertyDescriptor(element, 'parleyPoints')?.value, undefined)
  if (typeof told !== 'object' || told === null) return { svg: undefined, points: undefined }
  return { svg: attempt(() => get(told, 'svg'), undefined), points: attempt(() => get(told, 'points'), undefined) }
}

/** As large as it is on its page; what is on none is put there for the moment. */
function measure(element: Element, inside: unknown): Box {
  if (isConnected(element) === true) return boxText(element, inside)
  const host = createElement(page, 'div')
  setAttribute(host, 'style', 'position:absolute;left:0;top:0;width:max-content;max-width:1000px;font:14px system-ui')
  append(host, element)
  append(rootOf(page), host as Node)
  const box = boxText(host, inside)
  removeChild(rootOf(page), host as Node)
  removeChild(host, element)
  return box
}

interface Box {
  readonly width: string
  readonly height: string
  /** Of a drawing inside. */
  readonly left: number
  readonly top: number
}

function boxText(element: unknown, inside: unknown): Box {
  const box = boxOf(element)
  const within = attempt(boxOf, inside) ?? box
  const left = toNumber(boxLeft(within)) - toNumber(boxLeft(box))
  const top = toNumber(boxTop(within)) - toNumber(boxTop(box))
  return { width: whole(boxWidth(box)), height: whole(boxHeight(box)), left, top }
}

/** Rounded up, so that nothing is cut. */
function whole(pixels: unknown): string {
  const number = toNumber(pixels)
  return toText(number > 1 ? number - (number % 1) + 1 : 1)
}
