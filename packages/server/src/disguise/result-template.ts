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
  /** Where the result lies inside the JSON. Absent: the result is plain text between the words. */
  readonly json?: { readonly example: JsonValue; readonly path: JsonPath; readonly idPath?: JsonPath }
  /** How the dialect protects the text: `<` as `&lt;`, or all of it as a JSON string. */
  readonly escape: 'none' | 'markup' | 'json'
}

/** Stands where a dialect writes the id or the name of a call. */
export const WILD = '\u0000'

/** Words that no result contains. Letters and digits only, so that no dialect escapes them. */
const TEXT = 'ParleyResultText'
const NUMBER = 4815162342
const CALLS = [
  { callId: 'call_3', name: 'ParleyNameOne' },
  { callId: 'call_85', name: 'ParleyNameTwo' },
] as const

const OUTCOMES: readonly Outcome[] = ['ok', 'error', 'denied', 'cancelled']

/** One template for each way in which the dialect writes results: by outcome, and as words or as a value. */
export function resultTemplates(dialect: Dialect): readonly ResultTemplate[] {
  const seen = new Set<string>()
  const answers = [{ text: TEXT }, { text: String(NUMBER), data: NUMBER }]
  return answers.flatMap(({ text, data }) =>
    OUTCOMES.flatMap((outcome) => {
      const write = (call: (typeof CALLS)[number], words = text) => {
        const result: ToolResult = { type: 'tool-result', ...call, outcome, content: [{ type: 'text', text: words }] }
        return dialect.formatResults([data === undefined ? result : { ...result, data }])
      }
      const written = write(CALLS[0])
      if (seen.has(written) || !written.includes(text)) return []
      seen.add(written)
      return [templateOf({ written, other: write(CALLS[1]), text, outcome, escape: escapeOf(write(CALLS[0], 'one<\ntwo')) })]
    }),
  )
}

interface Sample {
  readonly written: string
  /** The same result of another call. */
  readonly other: string
  readonly text: string
  readonly outcome: Outcome
  readonly escape: ResultTemplate['escape']
}

function templateOf({ written, other, text, outcome, escape }: Sample): ResultTemplate {
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
  return { outcome, escape, before: wild(before, otherBefore), after: wild(after, otherAfter) }
}

function escapeOf(written: string): ResultTemplate['escape'] {
  if (written.includes('&lt;')) return 'markup'
  return written.includes(String.raw`one<\ntwo`) ? 'json' : 'none'
}

function around(written: string, text: string): readonly [string, string] {
  const at = written.indexOf(text)
  return [written.slice(0, at), written.slice(at + text.length)]
}

/** What both have, with `WILD` for the words in which they differ. Both are written by one template, so word stands under word. */
function wild(one: string, two: string): string {
  const words = one.split(/(\w+)/)
  const others = two.split(/(\w+)/)
  if (words.length !== others.length) return one
  return words.map((word, index) => (word === others[index] ? word : WILD)).join('')
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
