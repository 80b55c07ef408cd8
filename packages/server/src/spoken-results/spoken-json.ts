import { type JsonValue, MAX_JSON_DEPTH } from '@parley/dialects'
import { weighing } from '../http/json/weigh-json.ts'
import type { Paced } from '../safety/pace.ts'
import { parsed } from './result-template.ts'

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
