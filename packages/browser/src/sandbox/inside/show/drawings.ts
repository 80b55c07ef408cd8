import { getterOf, toNumber, toText, uncurry } from '../intrinsics.ts'
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
const append = hasDocument ? uncurry(Node.prototype.appendChild) : none
const removeChild = hasDocument ? uncurry(Node.prototype.removeChild) : none
const createElement = hasDocument ? uncurry(Document.prototype.createElement as (name: string) => Element) : none
const setAttribute = hasDocument ? uncurry(Element.prototype.setAttribute) : none
const rootOf = hasDocument ? getterOf(Document.prototype, 'documentElement') : none
const page = hasDocument ? document : undefined

/** An element as a drawing: an `<svg>` as it is, anything else in one. Undefined: it is no element. */
export function drawingOf(value: object): string | undefined {
  const name = attempt(elementName, value)
  if (typeof name !== 'string' || page === undefined) return undefined
  // Invariant: the getter above takes elements only.
  const element = value as Element
  if (name === 'svg') return serialize(serializer, element)
  const { width, height } = measure(element)
  const inside = serialize(serializer, element)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${inside}</foreignObject></svg>`
}

/** As large as it is on its page; what is on none is put there for the moment. */
function measure(element: Element): { readonly width: string; readonly height: string } {
  if (isConnected(element) === true) return boxText(element)
  const host = createElement(page, 'div')
  setAttribute(host, 'style', 'position:absolute;left:0;top:0;width:max-content;max-width:1000px;font:14px system-ui')
  append(host, element)
  append(rootOf(page), host as Node)
  const box = boxText(host)
  removeChild(rootOf(page), host as Node)
  removeChild(host, element)
  return box
}

function boxText(element: unknown): { readonly width: string; readonly height: string } {
  const box = boxOf(element)
  return { width: whole(boxWidth(box)), height: whole(boxHeight(box)) }
}

/** Rounded up, so that nothing is cut. */
function whole(pixels: unknown): string {
  const number = toNumber(pixels)
  return toText(number > 1 ? number - (number % 1) + 1 : 1)
}
