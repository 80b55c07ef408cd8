import type { Dialect, JsonObject, JsonValue, Outcome } from '@parley/dialects'
import { isJsonObject, ownValue } from '@parley/dialects'

/** How a dialect writes one result, learned by having it write one. */
export interface ResultTemplate {
  readonly outcome: Outcome
  /** The words before and after the result, or around the JSON that holds it. */
  readonly before: string
  readonly after: string
  /** Where the result lies inside the JSON. Absent: the result is plain text between the words. */
  readonly json?: {
    readonly example: JsonValue
    readonly path: readonly (string | number)[]
    readonly idPath?: readonly (string | number)[]
  }
  /** The dialect writes `<` as `&lt;`. */
  readonly escaped: boolean
}

/** Words that no result contains. Letters only, so that no dialect escapes them. */
export const TEXT = 'ParleyResultText'
export const ID = 'ParleyResultId'
export const NAME = 'ParleyResultName'

const OUTCOMES: readonly Outcome[] = ['ok', 'error', 'denied', 'cancelled']

/** One template for each outcome that the dialect writes differently. */
export function resultTemplates(dialect: Dialect): readonly ResultTemplate[] {
  const seen = new Set<string>()
  return OUTCOMES.flatMap((outcome) => {
    const write = (text: string) =>
      dialect.formatResults([{ type: 'tool-result', callId: ID, name: NAME, outcome, content: [{ type: 'text', text }] }])
    const written = write(TEXT)
    if (seen.has(written) || !written.includes(TEXT)) return []
    seen.add(written)
    return [templateOf(written, outcome, write('<').includes('&lt;'))]
  })
}

function templateOf(written: string, outcome: Outcome, escaped: boolean): ResultTemplate {
  const json = jsonAround(written)
  if (json) return { outcome, escaped: false, ...json }
  const at = written.indexOf(TEXT)
  return { outcome, escaped, before: written.slice(0, at), after: written.slice(at + TEXT.length) }
}

function jsonAround(written: string): Pick<ResultTemplate, 'before' | 'after' | 'json'> | undefined {
  const at = written.indexOf(TEXT)
  for (let from = written.search(/[{[]/); from !== -1 && from < at; from = nextOpening(written, from)) {
    for (let to = written.length; to > at; to--) {
      if (!/[}\]]/.test(written[to - 1] ?? '')) continue
      const example = parsed(written.slice(from, to))
      const path = isContainer(example) ? pathTo(example, TEXT) : undefined
      if (!path || example === undefined) continue
      const idPath = pathTo(example, ID)
      return { before: written.slice(0, from), after: written.slice(to), json: { example, path, ...(idPath && { idPath }) } }
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

function pathTo(value: JsonValue, wanted: string): readonly (string | number)[] | undefined {
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
export function valueAt(example: JsonValue, found: JsonValue, path: readonly (string | number)[]): JsonValue | undefined {
  if (!sameShape(example, found)) return undefined
  let value: JsonValue | undefined = found
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key]
    else if (isJsonObject(value) && typeof key === 'string') value = ownValue(value, key)
    else return undefined
  }
  return value
}

function sameShape(example: JsonValue, found: JsonValue | undefined): boolean {
  if (found === undefined) return false
  if (example === TEXT) return true
  if (example === ID || example === NAME) return typeof found === 'string' || typeof found === 'number'
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
