import { type Ancestors, type Inspection, moreItems } from './inspection.ts'
import {
  append,
  createList,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  getterOf,
  type List,
  min,
  quote,
  slice,
  toNumber,
  toText,
  uncurry,
} from './intrinsics.ts'
import { braces, brackets } from './layout.ts'
import { attempt, constructorName } from './names.ts'

const MAX_ITEMS = 100
const MAX_MARKUP = 2_000

type Show = (value: object, inspection: Inspection, inner: Ancestors) => string | undefined

const mapSize = getterOf(Map.prototype, 'size')
const setSize = getterOf(Set.prototype, 'size')
const eachOfMap = uncurry(Map.prototype.forEach)
const eachOfSet = uncurry(Set.prototype.forEach)
const timeOf = uncurry(Date.prototype.getTime)
const isoText = uncurry(Date.prototype.toISOString)
const patternOf = getterOf(RegExp.prototype, 'source')
const flagsOf = getterOf(RegExp.prototype, 'flags')
const typedArray: object = getPrototypeOf(Uint8Array.prototype) ?? Uint8Array.prototype
const typedArrayName = getterOf(typedArray, Symbol.toStringTag)
const typedArrayLength = getterOf(typedArray, 'length')
const bufferLength = getterOf(ArrayBuffer.prototype, 'byteLength')
const isInWeakMap = uncurry(WeakMap.prototype.has)
const isInWeakSet = uncurry(WeakSet.prototype.has)
// Invariant: where the engine has `Error.isError`, it takes any value and answers with a boolean.
const isError = ((Error as { isError?: (value: unknown) => boolean }).isError ?? ((value) => value instanceof Error)) satisfies (
  value: unknown,
) => boolean
const boxes = [Number, String, Boolean, BigInt, Symbol].map((box) => uncurry(box.prototype.valueOf as () => unknown))
const hasDocument = typeof Node === 'function'
const nodeType = hasDocument ? getterOf(Node.prototype, 'nodeType') : () => undefined
const nodeName = hasDocument ? getterOf(Node.prototype, 'nodeName') : () => undefined
const nodeText = hasDocument ? getterOf(Node.prototype, 'textContent') : () => undefined
const markupOf = hasDocument ? getterOf(Element.prototype, 'outerHTML') : () => undefined
const documentRoot = hasDocument ? getterOf(Document.prototype, 'documentElement') : () => undefined
const listLengths = hasDocument
  ? [NodeList, HTMLCollection, DOMTokenList, NamedNodeMap].map((list) => getterOf(list.prototype, 'length'))
  : []

/** Objects whose state is not in their properties. Undefined for all others. */
export function showSpecial(value: object, inspection: Inspection, inner: Ancestors): string | undefined {
  for (let index = 0; index < SHOWERS.length; index += 1) {
    const text = SHOWERS[index]?.(value, inspection, inner)
    if (text !== undefined) return text
  }
  return undefined
}

const showError: Show = (value, inspection, inner) => {
  if (!isError(value)) return undefined
  const { name, message } = readError(value)
  const cause: unknown = getOwnPropertyDescriptor(value, 'cause')?.value
  const because = cause === undefined ? '' : ` { cause: ${inspection.show(cause, inner)} }`
  return `${name}${message === '' ? '' : `: ${message}`}${because}`
}

/** The words of an error, whatever its getters do. */
export function readError(error: object): { readonly name: string; readonly message: string; readonly stack: string } {
  return {
    name: readText(error, 'name') ?? constructorName(error) ?? 'Error',
    message: readText(error, 'message') ?? '',
    stack: readText(error, 'stack') ?? '',
  }
}

export function isErrorObject(value: unknown): value is object {
  return attempt(isError, value) === true
}

function readText(object: object, key: string): string | undefined {
  const text: unknown = attempt((self) => get(self as object, key), object)
  return typeof text === 'string' ? slice(text, 0, 20_000) : undefined
}

const showMap: Show = (value, inspection, inner) => {
  const size = attempt(mapSize, value)
  if (size === undefined) return undefined
  const entries = createList<string>()
  eachOfMap(value, (item: unknown, key: unknown) => {
    if (roomFor(entries, inspection)) append(entries, `${inspection.show(key, inner)} => ${inspection.show(item, inner)}`)
  })
  return braces(`${constructorName(value) ?? 'Map'}(${toText(size)}) `, withRest(entries, toNumber(size), inspection))
}

const showSet: Show = (value, inspection, inner) => {
  const size = attempt(setSize, value)
  if (size === undefined) return undefined
  const entries = createList<string>()
  eachOfSet(value, (item: unknown) => {
    if (roomFor(entries, inspection)) append(entries, inspection.show(item, inner))
  })
  return braces(`${constructorName(value) ?? 'Set'}(${toText(size)}) `, withRest(entries, toNumber(size), inspection))
}

function roomFor(entries: List<string>, inspection: Inspection): boolean {
  return entries.length < MAX_ITEMS && inspection.left > 0
}

function withRest(entries: List<string>, size: number, inspection: Inspection): List<string> {
  const more = moreItems(size - entries.length, inspection)
  if (more !== '') append(entries, more)
  return entries
}

const showDate: Show = (value) => {
  const time = attempt(timeOf, value)
  return time === undefined ? undefined : (attempt(isoText, value) ?? 'Invalid Date')
}

const showPattern: Show = (value) => {
  const pattern = attempt(patternOf, value)
  return pattern === undefined ? undefined : `/${toText(pattern)}/${toText(attempt(flagsOf, value) ?? '')}`
}

const showTypedArray: Show = (value, inspection, inner) => {
  const name = attempt(typedArrayName, value)
  if (typeof name !== 'string') return undefined
  const length = toNumber(typedArrayLength(value))
  return brackets(
    `${name}(${length}) `,
    indexed(value, length, { inspection, inner }),
    moreItems(length - min(length, MAX_ITEMS), inspection),
  )
}

const showBuffer: Show = (value) => {
  const length = attempt(bufferLength, value)
  return length === undefined ? undefined : `ArrayBuffer { byteLength: ${toText(length)} }`
}

const showWeak: Show = (value) => {
  if (attempt((self) => isInWeakMap(self, value), value) !== undefined) return 'WeakMap { <items unknown> }'
  return attempt((self) => isInWeakSet(self, value), value) === undefined ? undefined : 'WeakSet { <items unknown> }'
}

const showBox: Show = (value, inspection, inner) => {
  for (let index = 0; index < boxes.length; index += 1) {
    const valueOf = boxes[index]
    const boxed: unknown = valueOf === undefined ? undefined : attempt(valueOf, value)
    if (boxed !== undefined) return `[${constructorName(value) ?? 'Object'}: ${inspection.show(boxed, inner)}]`
  }
  return undefined
}

const showNode: Show = (value, inspection) => {
  const type = attempt(nodeType, value)
  if (typeof type !== 'number') return undefined
  const root = type === 9 ? attempt(documentRoot, value) : undefined
  const markup = attempt(markupOf, root ?? value)
  const prefix = type === 9 ? '#document ' : ''
  if (typeof markup === 'string') return `${prefix}${cutMarkup(markup, inspection)}`
  return `${toText(attempt(nodeName, value))} ${quote(cutMarkup(toText(attempt(nodeText, value) ?? ''), inspection))}`
}

function cutMarkup(markup: string, inspection: Inspection): string {
  const limit = min(MAX_MARKUP, inspection.left)
  if (markup.length <= limit) return markup
  inspection.cut = true
  return `${slice(markup, 0, limit)}… (${markup.length - limit} more characters)`
}

const showNodeList: Show = (value, inspection, inner) => {
  for (let index = 0; index < listLengths.length; index += 1) {
    const length = attempt(listLengths[index] ?? (() => undefined), value)
    if (typeof length !== 'number') continue
    const entries = indexed(value, length, { inspection, inner })
    return brackets(
      `${constructorName(value) ?? 'NodeList'}(${length}) `,
      entries,
      moreItems(length - entries.length, inspection),
    )
  }
  return undefined
}

function indexed(
  value: object,
  length: number,
  target: { readonly inspection: Inspection; readonly inner: Ancestors },
): List<string> {
  const entries = createList<string>()
  const shown = min(length, MAX_ITEMS)
  for (let index = 0; index < shown; index += 1) append(entries, target.inspection.show(get(value, index), target.inner))
  return entries
}

const SHOWERS: readonly Show[] = [
  showError,
  showMap,
  showSet,
  showDate,
  showPattern,
  showTypedArray,
  showBuffer,
  showWeak,
  showBox,
  showNode,
  showNodeList,
]
