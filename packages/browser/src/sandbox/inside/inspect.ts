import { type Ancestors, cutText, type Inspection, moreItems } from './inspection.ts'
import {
  append,
  apply,
  bigintText,
  createList,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArray,
  type List,
  min,
  objectPrototype,
  ownKeys,
  quote,
  slice,
  symbolText,
  test,
} from './intrinsics.ts'
import { braces, brackets } from './layout.ts'
import { constructorName, isPlatformPrototype, showFunction } from './names.ts'
import { showSpecial } from './special-objects.ts'

const MAX_ENTRIES = 100
const MAX_GETTERS = 30
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

export interface Shown {
  readonly text: string
  readonly cut: boolean
}

/** A value as a console would show it, in at most about `maxLength` characters. Never throws. */
export function inspect(value: unknown, maxLength: number, maxDepth = 5): Shown {
  const inspection: Inspection = {
    left: maxLength,
    cut: false,
    maxDepth,
    show: (inner, ancestors) => show(inner, inspection, ancestors),
  }
  const whole = typeof value === 'string' ? value : show(value, inspection, undefined)
  const text = cutText(whole, maxLength)
  return { text, cut: inspection.cut || text.length !== whole.length }
}

function show(value: unknown, inspection: Inspection, ancestors: Ancestors | undefined): string {
  if (inspection.left <= 0) {
    inspection.cut = true
    return '…'
  }
  const text =
    typeof value === 'object' && value !== null ? guarded(value, inspection, ancestors) : showPrimitive(value, inspection)
  inspection.left -= typeof value === 'object' && value !== null ? 4 : text.length
  return text
}

function showPrimitive(value: unknown, inspection: Inspection): string {
  switch (typeof value) {
    case 'string': {
      const limit = min(10_000, inspection.left)
      if (value.length > limit) inspection.cut = true
      return value.length <= limit ? quote(value) : `${quote(slice(value, 0, limit))}… (${value.length - limit} more characters)`
    }
    case 'number':
      return value === 0 && 1 / value < 0 ? '-0' : `${value}`
    case 'bigint': {
      const text = bigintText(value)
      return text.length <= 10_000 ? `${text}n` : `${slice(text, 0, 10_000)}… (${text.length} digits)`
    }
    case 'symbol':
      return symbolText(value)
    case 'function':
      return showFunction(value)
    default:
      return value === null ? 'null' : `${value as undefined | boolean}`
  }
}

/** Proxies and exotic objects may throw at any question. */
function guarded(value: object, inspection: Inspection, ancestors: Ancestors | undefined): string {
  try {
    return showObject(value, inspection, ancestors)
  } catch {
    return '[object that cannot be shown]'
  }
}

function showObject(value: object, inspection: Inspection, ancestors: Ancestors | undefined): string {
  let depth = 0
  for (let above = ancestors; above !== undefined; above = above.above) {
    if (above.value === value) return '[Circular]'
    depth += 1
  }
  const inner: Ancestors = { value, above: ancestors }
  if (isArray(value))
    return depth > inspection.maxDepth ? tooDeep(`Array(${value.length})`, inspection) : showArray(value, inspection, inner)
  const prototype = getPrototypeOf(value)
  const special = prototype === null || prototype === objectPrototype ? undefined : showSpecial(value, inspection, inner)
  if (special !== undefined) return special
  const name = prototype === null ? '[Object: null prototype]' : (constructorName(value) ?? 'Object')
  if (depth > inspection.maxDepth) return tooDeep(name, inspection)
  const entries = ownEntries(value, inspection, inner)
  if (entries.length === 0 && prototype !== null) platformEntries(prototype, value, { entries, inspection, inner })
  return braces(name === 'Object' ? '' : `${name} `, entries)
}

function tooDeep(name: string, inspection: Inspection): string {
  inspection.cut = true
  return `[${name}]`
}

function showArray(value: readonly unknown[], inspection: Inspection, inner: Ancestors): string {
  const entries = createList<string>()
  let holes = 0
  let index = 0
  for (; index < value.length && entries.length < MAX_ENTRIES && holes < 100_000; index += 1) {
    const descriptor = getOwnPropertyDescriptor(value, index)
    if (descriptor === undefined) {
      holes += 1
      continue
    }
    if (holes > 0) append(entries, emptyItems(holes))
    holes = 0
    append(entries, showProperty(descriptor, inspection, inner))
  }
  if (holes > 0) append(entries, emptyItems(holes))
  return brackets('', entries, moreItems(value.length - index, inspection))
}

function emptyItems(count: number): string {
  return count === 1 ? '<1 empty item>' : `<${count} empty items>`
}

function ownEntries(value: object, inspection: Inspection, inner: Ancestors): List<string> {
  const entries = createList<string>()
  const keys = ownKeys(value)
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? ''
    const descriptor = getOwnPropertyDescriptor(value, key)
    if (descriptor?.enumerable !== true) continue
    if (entries.length >= MAX_ENTRIES || inspection.left <= 0) {
      append(entries, moreItems(keys.length - index, inspection))
      break
    }
    append(entries, `${showKey(key)}: ${showProperty(descriptor, inspection, inner)}`)
  }
  return entries
}

function showKey(key: PropertyKey): string {
  if (typeof key === 'symbol') return `[${symbolText(key)}]`
  return test(IDENTIFIER, `${key}`) === null ? quote(`${key}`) : `${key}`
}

function showProperty(descriptor: PropertyDescriptor, inspection: Inspection, inner: Ancestors): string {
  if (descriptor.get === undefined && descriptor.set === undefined) return show(descriptor.value, inspection, inner)
  if (descriptor.get === undefined) return '[Setter]'
  return descriptor.set === undefined ? '[Getter]' : '[Getter/Setter]'
}

interface PlatformTarget {
  readonly entries: List<string>
  readonly inspection: Inspection
  readonly inner: Ancestors
}

/** The browser's own objects keep their state behind getters: a rectangle, an event, an address. */
function platformEntries(prototype: object, value: object, target: PlatformTarget): void {
  if (!isPlatformPrototype(prototype)) return
  const keys = ownKeys(prototype)
  for (let index = 0; index < keys.length && target.entries.length < MAX_GETTERS; index += 1) {
    const key = keys[index]
    if (typeof key !== 'string') continue
    const getter = getOwnPropertyDescriptor(prototype, key)?.get
    const found: unknown = getter === undefined ? undefined : readSafely(getter, value)
    if (found === undefined || typeof found === 'function' || (typeof found === 'object' && found !== null)) continue
    append(target.entries, `${showKey(key)}: ${show(found, target.inspection, target.inner)}`)
  }
}

function readSafely(getter: () => unknown, value: object): unknown {
  try {
    return apply(getter, value, [])
  } catch {
    return undefined
  }
}
