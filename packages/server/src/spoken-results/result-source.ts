import type { JsonValue } from '@parley/dialects'
import type { ResultMark, Span } from './result-mark.ts'
import { parsed } from './result-template.ts'
import { jsonEnd } from './spoken-result.ts'

/** A message that is read from front to back. What was found ahead, or not found at all, is not looked for again. */
export class ResultSource {
  readonly text: string
  readonly #ahead = new Map<ResultMark, Span | undefined>()
  #json: { readonly from: number; readonly found: Found | undefined } | undefined

  constructor(text: string) {
    this.text = text
  }

  find(mark: ResultMark, from: number): Span | undefined {
    const known = this.#ahead.get(mark)
    if (known ? known.from >= from : this.#ahead.has(mark)) return known
    const span = mark.find(this.text, from)
    this.#ahead.set(mark, span)
    return span
  }

  /** Where the next word begins. */
  wordsFrom(at: number): number {
    SPACE.lastIndex = at
    SPACE.test(this.text)
    return SPACE.lastIndex
  }

  /** The JSON object or list that begins here. */
  jsonAt(from: number): Found | undefined {
    if (this.#json?.from !== from) this.#json = { from, found: readJson(this.text, from) }
    return this.#json.found
  }
}

interface Found {
  readonly value: JsonValue
  /** Just behind it. */
  readonly to: number
}

const SPACE = /\s*/y

function readJson(text: string, from: number): Found | undefined {
  const to = jsonEnd(text, from)
  const value = to === -1 ? undefined : parsed(text.slice(from, to))
  return value === undefined ? undefined : { value, to }
}
