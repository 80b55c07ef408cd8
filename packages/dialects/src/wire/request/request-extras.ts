import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { isJsonObject, ownValue } from '../../canonical/json.ts'
import type { ChatRequest, RequestExtras } from '../../canonical/message.ts'
import type { Extras } from '../../canonical/part.ts'
import { isKnownShape } from './answer-shape.ts'
import { type Fields, invalidField } from './request-fields.ts'

type Asks = (value: JsonValue) => boolean

/** What becomes of the fields of a vendor's request. One that is in no list is an extra. */
export interface FieldRules {
  readonly format: string
  /** Those that the canonical request is made of. */
  readonly read: readonly string[]
  /** Those that ask for what an answer of ours cannot hold, and when they do. */
  readonly refused: { readonly [field: string]: Asks }
  /** Those that may give the answer a shape, and where in them it stands. */
  readonly shapes: { readonly [field: string]: string }
  /** What stands inside of messages and tools and is passed on to nobody: the lists to look in, and the keys, each with its name. */
  readonly lost: readonly { readonly lists: readonly string[]; readonly path: readonly string[]; readonly name: string }[]
}

/**
 * What a request says beyond our words, so that nothing of it is lost in silence: a server of the same format gets it as it came. Throws where
 * the answer could not be carried back. `leftOut` names what else is passed on to nobody.
 */
export function readExtras(body: unknown, rules: FieldRules, leftOut: Iterable<string> = []): RequestExtras | undefined {
  if (!isJsonObject(body)) return undefined
  const fields: Record<string, JsonValue> = {}
  let shape: string | undefined
  for (const [field, whole] of Object.entries(body)) {
    const value = withoutShape(whole, own(rules.shapes, field))
    if (value === null || value === undefined || rules.read.includes(field)) continue
    if (own(rules.refused, field)?.(value))
      throw invalidField(field, 'asks for what this gateway cannot pass on, so it must be left out')
    if (saysNothing(field, value, rules)) continue
    // Not by assignment: `__proto__` is a field like any other.
    Object.defineProperty(fields, field, { value, enumerable: true, configurable: true, writable: true })
    shape ??= shapeIn(field, value, rules.shapes)
  }
  const found = rules.lost.filter((rule) => rule.lists.some((list) => holds(ownValue(body, list), rule.path)))
  const lost = [...found.map(({ name }) => name), ...leftOut]
  if (Object.keys(fields).length === 0 && lost.length === 0) return undefined
  return { format: rules.format, fields, ...(shape !== undefined && { shape }), ...(lost.length > 0 && { lost }) }
}

/** Clients name the fields: what every object offers under `constructor` is no rule of ours. */
function own<Value>(rules: Readonly<Record<string, Value>>, field: string): Value | undefined {
  return Object.hasOwn(rules, field) ? rules[field] : undefined
}

/** Whether an item of the list, or of the content of one, has something there. */
function holds(list: JsonValue | undefined, path: readonly string[]): boolean {
  return (
    Array.isArray(list) && list.some((item) => hasAt(item, path) || holds(isJsonObject(item) ? item['content'] : undefined, path))
  )
}

function hasAt(item: JsonValue, path: readonly string[]): boolean {
  let value: JsonValue | undefined = item
  for (const key of path) value = isJsonObject(value) ? ownValue(value, key) : undefined
  return value !== undefined && value !== null && value !== false
}

/** What a message, a part or a tool says in these words of its format. */
export function extrasOf(said: Fields, format: string, words: readonly string[]): { readonly extras?: Extras } {
  const fields = Object.fromEntries(words.flatMap((word) => pair(word, said.get(word))))
  return Object.keys(fields).length > 0 ? { extras: { format, fields } } : {}
}

const pair = (word: string, value: JsonValue | undefined) => (value === undefined ? [] : [[word, value] as const])

/** Words inside of messages and tools that formats have in common, with the values that mean the same in each of them. */
export interface SharedWords {
  readonly formats: readonly string[]
  readonly words: { readonly [word: string]: readonly JsonValue[] }
}

function isShared(word: string, { format, fields }: Extras, shares: SharedWords | undefined): boolean {
  const value = ownValue(fields, word)
  return value !== undefined && shares?.formats.includes(format) === true && own(shares.words, word)?.includes(value) === true
}

/** What a request, or a message, part or tool in it, has to say to a server of this format, also in the words of another one that it shares. */
export function extrasFor({ extras }: { readonly extras?: Extras }, format: string, shares?: SharedWords): JsonObject {
  if (!extras || extras.format === format) return extras?.fields ?? {}
  return Object.fromEntries(Object.entries(extras.fields).filter(([word]) => isShared(word, extras, shares)))
}

/** What messages and tools have to say, by name, that servers of this format are not told. */
export function untoldExtras(
  { messages, tools = [] }: ChatRequest,
  format: string | undefined,
  shares?: SharedWords,
): readonly string[] {
  const names = new Set<string>()
  const note = ({ extras }: { readonly extras?: Extras }, place = ''): void => {
    if (!extras || extras.format === format) return
    for (const name of Object.keys(extras.fields))
      if (!inOtherWords(name, extras) && !isShared(name, extras, shares)) names.add(place + name)
  }
  for (const message of messages) {
    if (message.role !== 'tool') note(message)
    for (const part of message.parts) {
      if ('extras' in part) note(part)
      if (part.type === 'tool-result') for (const piece of part.content) note(piece)
    }
  }
  for (const tool of tools) note(tool, 'tools.')
  return [...names]
}

/** A part or tool of a type of its own is told as what it is, in words that every format has; all but its hints. */
function inOtherWords(name: string, { fields }: Extras): boolean {
  return name === 'defer_loading' || (Object.hasOwn(fields, 'type') && name !== 'cache_control')
}

export const isTrue: Asks = (value) => value === true
export const isAboveZero: Asks = (value) => typeof value === 'number' && value > 0
export const isFilled: Asks = (value) => (Array.isArray(value) ? value.length > 0 : true)

/** A field that is refused when it asks for something asks for nothing now; neither does an empty one, nor plain text as a shape. */
function saysNothing(field: string, value: JsonValue, { refused, shapes }: FieldRules): boolean {
  if (own(refused, field)) return true
  if (Array.isArray(value)) return value.length === 0
  if (!isJsonObject(value)) return false
  const keys = Object.keys(value)
  if (keys.length === 0) return true
  const shape = own(shapes, field)
  if (shape === undefined || shapeIn(field, value, shapes) !== undefined) return false
  return shape === '' || keys.every((key) => key === shape)
}

/** What a field says besides a shape that we have a word for. */
function withoutShape(value: JsonValue, place: string | undefined): JsonValue | undefined {
  if (place === undefined || !isJsonObject(value)) return value
  if (place === '') return isKnownShape(value) ? undefined : value
  return isKnownShape(ownValue(value, place)) ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== place)) : value
}

/** `{"type":"text"}` is what an answer is anyway. */
function shapeIn(field: string, value: JsonValue, shapes: FieldRules['shapes']): string | undefined {
  const place = own(shapes, field)
  if (place === undefined || !isJsonObject(value)) return undefined
  const shape = place === '' ? value : ownValue(value, place)
  if (!isJsonObject(shape) || ownValue(shape, 'type') === 'text') return undefined
  return place === '' ? field : `${field}.${place}`
}
