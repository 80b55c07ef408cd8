import type { Paced } from '../safety/pace.ts'
import type { ResultMark, Span } from './result-mark.ts'
import { readingJson, type SpokenJson } from './spoken-json.ts'

/** A message that is read from front to back. What was found ahead, or not found at all, is not looked for again. */
export class ResultSource {
  readonly text: string
  readonly #ahead = new Map<ResultMark, Span | undefined>()
  #json: { readonly from: number; readonly found: SpokenJson | undefined } | undefined

  constructor(text: string) {
    this.text = text
  }

  *finding(mark: ResultMark, from: number): Paced<Span | undefined> {
    const known = this.#ahead.get(mark)
    if (known ? known.from >= from : this.#ahead.has(mark)) return known
    const span = mark.find(this.text, from)
    this.#ahead.set(mark, span)
    yield (span?.to ?? this.text.length) - from
    return span
  }

  /** Where the next word begins. */
  wordsFrom(at: number): number {
    SPACE.lastIndex = at
    SPACE.test(this.text)
    return SPACE.lastIndex
  }

  /** The JSON object or list that begins here. */
  *readingJsonAt(from: number): Paced<SpokenJson | undefined> {
    if (this.#json?.from !== from) this.#json = { from, found: yield* readingJson(this.text, from) }
    return this.#json.found
  }
}

const SPACE = /\s*/y
