import { isJsonObject, type JsonValue } from './canonical/json.ts'
import type { ToolSpec } from './canonical/message.ts'
import type { SpokenCall, ToolResult } from './canonical/part.ts'

/**
 * Makes markers in foreign text harmless: a web page that contains `<tool_call>` must not become a call, or a fake
 * result, when it is quoted to the model. A zero-width space behind a marker's first character keeps it readable.
 */
export function defuse(text: string, markup: readonly string[]): string {
  return finished(defusing(text, markup))
}

/** Work that can be paused: yields how many characters it has looked at since the last time. */
export type Paced<Value> = Generator<number, Value, undefined>

/** The whole work at once. */
export function finished<Value>(work: Paced<Value>): Value {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

const PIECE = 16_384
const BREAK = '\u200b'

export function* defusing(text: string, markup: readonly string[]): Paced<string> {
  const marks = marksOf(markup)
  const pieces: string[] = []
  let from = 0
  for (let begin = 0; begin < text.length; begin += PIECE) {
    const end = Math.min(begin + PIECE, text.length)
    const places: string[] = []
    for (let at = begin; at < end; at++) {
      if (marks.begins[text.charCodeAt(at)] !== 1 || !standsAt(marks, text, at)) continue
      places.push(text.slice(from, at + 1))
      from = at + 1
    }
    // Put together piece by piece: what is joined at the end is made into one text at once.
    if (places.length > 0) pieces.push(places.join(BREAK), BREAK)
    if (end === begin + PIECE) yield PIECE
  }
  return from === 0 ? text : pieces.join('') + text.slice(from)
}

/** All marks of a dialect as one tree, so that a text is walked through once however many there are: tools make marks too. */
interface Marks {
  /** By code unit: 1 where a mark begins with it. */
  readonly begins: Uint8Array
  readonly next: Map<number, Marks | 'end'>
}

/** Nobody writes longer marks by accident; of those that are, the beginning is enough to break them. */
const LONGEST = 64

const known = new WeakMap<readonly string[], Marks>()

function marksOf(markup: readonly string[]): Marks {
  const marks = known.get(markup) ?? treeOf(markup)
  known.set(markup, marks)
  return marks
}

const NONE = new Uint8Array(0)

function treeOf(markup: readonly string[]): Marks {
  const begins = new Uint8Array(65_536)
  const root: Marks = { begins, next: new Map() }
  for (const mark of markup) {
    if (mark.length < 2) continue
    begins[mark.charCodeAt(0)] = 1
    plant(root, mark.slice(0, LONGEST))
  }
  return root
}

function plant(root: Marks, mark: string): void {
  let node = root
  for (let at = 0; at < mark.length; at++) {
    const unit = mark.charCodeAt(at)
    const there = node.next.get(unit)
    // A shorter mark is the beginning of this one, and breaks it as well.
    if (there === 'end') return
    const child: Marks = there ?? { begins: NONE, next: new Map() }
    node.next.set(unit, at === mark.length - 1 ? 'end' : child)
    node = child
  }
}

function standsAt(marks: Marks, text: string, from: number): boolean {
  let node: Marks | 'end' | undefined = marks
  for (let at = from; node !== undefined; at++) {
    if (node === 'end') return true
    node = node.next.get(text.charCodeAt(at))
  }
  return false
}

/** A result whose words, values and name can be written into the dialect that owns `markup`. */
export function* defusingResult(result: ToolResult, markup: readonly string[]): Paced<ToolResult> {
  const content: ToolResult['content'][number][] = []
  for (const part of result.content)
    content.push(part.type === 'text' ? { ...part, text: yield* defusing(part.text, markup) } : part)
  const name = yield* defusing(result.name, markup)
  return { ...result, name, content, ...(result.data !== undefined && { data: yield* defusingValue(result.data, markup) }) }
}

/**
 * Tools whose words can stand in a lesson. They come from strangers: a description with marks in it would be a call, a
 * result or a turn of somebody else. A key or a choice with a mark in it comes back changed, and such a call is refused.
 */
export function* defusingTools(tools: readonly ToolSpec[], markup: readonly string[]): Paced<readonly ToolSpec[]> {
  const safe: ToolSpec[] = []
  for (const tool of tools) {
    const description = yield* defusing(tool.description, markup)
    // Strings stay strings, so that a schema stays one.
    const parameters = (yield* defusingStrings(tool.parameters, markup)) as ToolSpec['parameters']
    const isSame = description === tool.description && parameters === tool.parameters
    safe.push(isSame ? tool : { ...tool, description, parameters })
  }
  return safe.every((tool, index) => tool === tools[index]) ? tools : safe
}

/** A call whose arguments can be quoted in a result. */
export function* defusingCall(call: SpokenCall, markup: readonly string[]): Paced<SpokenCall> {
  const input = yield* defusingValue(call.input, markup)
  return { id: call.id, name: yield* defusing(call.name, markup), input: isJsonObject(input) ? input : {} }
}

/** First string by string, because JSON spells quotes in another way; then the punctuation between them. */
function* defusingValue(value: JsonValue, markup: readonly string[]): Paced<JsonValue> {
  const safe = yield* defusing(JSON.stringify(yield* defusingStrings(value, markup)), markup)
  try {
    return JSON.parse(safe) as JsonValue
  } catch {
    // The marker was made of JSON's own punctuation: what is left is words.
    return safe
  }
}

/** The same value where there is nothing to defuse. */
function* defusingStrings(value: JsonValue, markup: readonly string[]): Paced<JsonValue> {
  if (typeof value === 'string') return yield* defusing(value, markup)
  if (typeof value !== 'object' || value === null) return value
  let isSame = true
  if (!isJsonObject(value)) {
    const items: JsonValue[] = []
    for (const item of value) {
      const safe = yield* defusingStrings(item, markup)
      isSame &&= safe === item
      items.push(safe)
    }
    return isSame ? value : items
  }
  const entries: [string, JsonValue][] = []
  for (const [key, item] of Object.entries(value)) {
    const safe = [yield* defusing(key, markup), yield* defusingStrings(item, markup)] as const
    isSame &&= safe[0] === key && safe[1] === item
    entries.push([...safe])
  }
  return isSame ? value : Object.fromEntries(entries)
}
