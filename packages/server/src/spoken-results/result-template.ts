import {
  type Dialect,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Outcome,
  ownValue,
  type ToolResult,
} from '@parley/dialects'

export type JsonPath = readonly (string | number)[]

/** How a dialect writes one result, learned by having it write several. */
export interface ResultTemplate {
  readonly outcome: Outcome
  /** The words before and after the result, or around the JSON that holds it. What changes with the call is `WILD`. */
  readonly before: string
  readonly after: string
  /** The words between two results that share one frame. Absent: each result has a frame of its own. */
  readonly between?: string
  /** Where the result lies inside the JSON. Absent: the result is plain text between the words. */
  readonly json?: { readonly example: JsonValue; readonly path: JsonPath; readonly idPath?: JsonPath }
  /** How the dialect protects the text: `<` as `&lt;`, or all of it as a JSON string. */
  readonly escape: 'none' | 'markup' | 'json'
}

/** Stands where a dialect writes the id or the name of a call. */
export const WILD = '\u0000'
/** Stands where it quotes the whole call. */
export const ANY = '\u0001'

/** Words that no result contains. Letters and digits only, so that no dialect escapes them. */
const TEXT = 'ParleyResultText'
const NUMBER = 4815162342
const CALLS = [
  { callId: 'call_3', name: 'ParleyNameOne', input: { key: 'ParleyInputOne' } },
  { callId: 'call_85', name: 'ParleyNameTwo', input: { other: 'ParleyInputTwo', more: true } },
] as const
type Call = (typeof CALLS)[number]

const OUTCOMES: readonly Outcome[] = ['ok', 'error', 'denied', 'cancelled']

/** What was learned of a dialect holds as long as it does: a long conversation asks for every dialect at every turn. */
const learned = new WeakMap<Dialect, readonly ResultTemplate[]>()

/** One template for each way in which the dialect writes results: by outcome, and as words or as a value. */
export function resultTemplates(dialect: Dialect): readonly ResultTemplate[] {
  const templates = learned.get(dialect) ?? learnTemplates(dialect)
  learned.set(dialect, templates)
  return templates
}

function learnTemplates(dialect: Dialect): readonly ResultTemplate[] {
  const seen = new Set<string>()
  return writers(dialect).flatMap(({ outcome, text, write }) => {
    const written = write([CALLS[0]])
    if (seen.has(written) || !written.includes(text)) return []
    seen.add(written)
    const sample = { written, other: write([CALLS[1]]), both: [write(CALLS), write(CALLS.toReversed())], text, outcome }
    return [templateOf({ ...sample, escape: escapeOf(write([CALLS[0]], 'one<\ntwo')) })]
  })
}

interface Writer {
  readonly outcome: Outcome
  readonly text: string
  write(calls: readonly Call[], words?: string): string
}

/** Everything that changes what a dialect writes: words or a value, how the call ended, whether the call is known. */
function writers(dialect: Dialect): readonly Writer[] {
  const answers = [{ text: TEXT }, { text: String(NUMBER), data: NUMBER }]
  return answers.flatMap(({ text, data }) =>
    OUTCOMES.flatMap((outcome) =>
      [true, false].map((known): Writer => {
        const write = (calls: readonly Call[], words = text) =>
          dialect.formatResults(
            calls.map(({ callId, name }): ToolResult => {
              const content = [{ type: 'text', text: words }] as const
              return { type: 'tool-result', callId, name, outcome, content, ...(data !== undefined && { data }) }
            }),
            known ? calls.map(({ callId, name, input }) => ({ id: callId, name, input })) : [],
          )
        return { outcome, text, write }
      }),
    ),
  )
}

interface Sample {
  readonly written: string
  /** The same result of another call. */
  readonly other: string
  /** Both together, in either order. */
  readonly both: readonly string[]
  readonly text: string
  readonly outcome: Outcome
  readonly escape: ResultTemplate['escape']
}

function templateOf({ written, other, both, text, outcome, escape }: Sample): ResultTemplate {
  const inJson = jsonAround(written, text)
  const otherJson = jsonAround(other, text)
  if (inJson && otherJson) {
    const example = wildJson(inJson.value, otherJson.value)
    const idPath = pathTo(inJson.value, CALLS[0].callId)
    const json = {
      example,
      path: pathTo(inJson.value, text) ?? pathTo(inJson.value, Number(text)) ?? [],
      ...(idPath && { idPath }),
    }
    return {
      outcome,
      escape: 'none',
      before: wild(inJson.before, otherJson.before),
      after: wild(inJson.after, otherJson.after),
      json,
    }
  }
  const [before, after] = around(written, text)
  const [otherBefore, otherAfter] = around(other, text)
  const [between, otherBetween] = both.map((pair) => pair.slice(pair.indexOf(text) + text.length, pair.lastIndexOf(text)))
  const frames = frameOfItsOwn(between ?? '', { before: otherBefore, after })
  return {
    outcome,
    escape,
    before: wild(before, otherBefore, ...frames),
    after: wild(after, otherAfter),
    ...(frames.length === 0 && { between: wild(between ?? '', otherBetween ?? '') }),
  }
}

/** What opens the second of two results, if it opens like a single one; empty when both stand in one frame. */
function frameOfItsOwn(
  between: string,
  { before, after }: { readonly before: string; readonly after: string },
): readonly string[] {
  if (after === '' || !between.startsWith(after)) return []
  const second = between.slice(after.length).trimStart()
  return wordsOf(second).length === wordsOf(before).length ? [second] : []
}

function escapeOf(written: string): ResultTemplate['escape'] {
  if (written.includes('&lt;')) return 'markup'
  return written.includes(String.raw`one<\ntwo`) ? 'json' : 'none'
}

function around(written: string, text: string): readonly [string, string] {
  const at = written.indexOf(text)
  return [written.slice(0, at), written.slice(at + text.length)]
}

const wordsOf = (text: string): readonly string[] => text.split(/(\w+)/)

/**
 * What all have, with `WILD` for the words in which they differ: they are written by one template, so word stands under
 * word. Where one says more than another, `ANY` stands for everything between what they share at both ends.
 */
function wild(first: string, ...others: readonly string[]): string {
  const words = wordsOf(first)
  const rows = others.map(wordsOf)
  if (rows.every((row) => row.length === words.length))
    return words.map((word, index) => (rows.every((row) => row[index] === word) ? word : WILD)).join('')
  const shared = (side: (row: readonly string[], index: number) => string | undefined): readonly string[] => {
    const end = words.findIndex((_, index) => !rows.every((row) => side(row, index) === side(words, index)))
    return words.slice(0, Math.max(0, end)).map((_, index) => side(words, index) ?? '')
  }
  const tail = shared((row, index) => row.at(-1 - index)).toReversed()
  return [...shared((row, index) => row[index]), ANY, ...tail].join('')
}

function wildJson(one: JsonValue, two: JsonValue | undefined): JsonValue {
  if (Array.isArray(one)) return one.map((item: JsonValue, index) => wildJson(item, Array.isArray(two) ? two[index] : undefined))
  if (isJsonObject(one))
    return Object.fromEntries(
      Object.entries(one).map(([key, item]) => [key, wildJson(item, isJsonObject(two) ? ownValue(two, key) : undefined)]),
    )
  return one === two ? one : WILD
}

function jsonAround(
  written: string,
  text: string,
): { readonly before: string; readonly after: string; readonly value: JsonObject | readonly JsonValue[] } | undefined {
  const at = written.indexOf(text)
  for (let from = written.search(/[{[]/); from !== -1 && from < at; from = nextOpening(written, from)) {
    for (let to = written.length; to > at; to--) {
      if (!/[}\]]/.test(written[to - 1] ?? '')) continue
      const value = parsed(written.slice(from, to))
      if (isContainer(value)) return { before: written.slice(0, from), after: written.slice(to), value }
    }
  }
  return undefined
}

function nextOpening(text: string, from: number): number {
  const rest = text.slice(from + 1).search(/[{[]/)
  return rest === -1 ? -1 : from + 1 + rest
}

function isContainer(value: JsonValue | undefined): value is JsonObject | readonly JsonValue[] {
  return typeof value === 'object' && value !== null
}

function pathTo(value: JsonValue, wanted: string | number): JsonPath | undefined {
  if (value === wanted) return []
  if (!isContainer(value)) return undefined
  const entries: [string | number, JsonValue][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [key, item] of entries) {
    const path = pathTo(item, wanted)
    if (path) return [key, ...path]
  }
  return undefined
}

/** The value at a path, if the found JSON has the example's shape: same fixed words, same keys on the way. */
export function valueAt(found: JsonValue, path: JsonPath): JsonValue | undefined {
  let value: JsonValue | undefined = found
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key]
    else if (isJsonObject(value) && typeof key === 'string') value = ownValue(value, key)
    else return undefined
  }
  return value
}

/** Whether the found JSON has all that the example has: the same keys and, save for what changes, the same words. */
export function sameShape(example: JsonValue, found: JsonValue | undefined): boolean {
  if (found === undefined) return false
  if (example === WILD || example === TEXT || example === NUMBER) return true
  if (Array.isArray(example))
    return Array.isArray(found) && example.every((item: JsonValue, index) => sameShape(item, found[index]))
  if (!isJsonObject(example)) return example === found
  return isJsonObject(found) && Object.entries(example).every(([key, item]) => sameShape(item, ownValue(found, key)))
}

export function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
