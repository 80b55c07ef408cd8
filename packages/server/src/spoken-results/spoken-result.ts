import { type JsonValue, MAX_JSON_DEPTH, type Outcome } from '@parley/dialects'
import { weighing } from '../http/json/read-json.ts'
import type { Paced } from '../safety/pace.ts'
import { parsed } from './result-template.ts'

/** A result that came as the words of a user. */
export interface SpokenResult {
  readonly outcome: Outcome
  readonly text: string
  /** The value, where the dialect has room for values. */
  readonly value?: JsonValue
  /** Absent: the result carries no id. */
  readonly callId?: string
  /** The tool that was called. Absent: the result does not say. */
  readonly name?: string
}

/** No model makes more calls in one answer, and no client tells more results in one message: what reads like more is words. */
export const MOST_SPOKEN = 4096

export interface SpokenResults {
  readonly results: readonly SpokenResult[]
  /** What the user said after them. */
  readonly rest: string
}

const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ['', 'ok'],
  ['ok', 'ok'],
  ['success', 'ok'],
  ['completed', 'ok'],
  ['denied', 'denied'],
  ['rejected', 'denied'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
])

/** How a call ended, by the word for it. A word that nobody knows is not taken for success. */
export const outcomeOf = (status: string): Outcome => OUTCOMES.get(status.trim().toLowerCase()) ?? 'error'

/** JSON in words. It is made into values at once, so there is a most of it, as there is for a whole body; beyond that it is words. */
export const MOST_VALUES = 100_000

export interface SpokenJson {
  readonly value: JsonValue
  /** Its text. */
  readonly source: string
  /** Just behind it. */
  readonly to: number
}

/** The JSON object or list that begins at `from`. */
export function* readingJson(text: string, from: number): Paced<SpokenJson | undefined> {
  if (text[from] !== '{' && text[from] !== '[') return undefined
  const { to, values, depth } = yield* weighing(text, from)
  if (to === -1 || values > MOST_VALUES || depth > MAX_JSON_DEPTH) return undefined
  const source = text.slice(from, to)
  const value = parsed(source)
  return value === undefined ? undefined : { value, source, to }
}
