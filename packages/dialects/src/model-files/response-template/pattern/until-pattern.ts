import type { Reader } from '../../../engine/source.ts'
import { type CharSet, charSet } from './char-set.ts'
import type { LookAhead } from './look-ahead.ts'
import { groupsOf, type Pattern } from './pattern.ts'
import { Threads } from './threads.ts'

/** Several patterns that are looked for at once; of those that begin at one place the longest counts, then the first. */
export class PatternSet<Kind> {
  readonly all: readonly { readonly pattern: Pattern; readonly means: Kind }[]
  readonly #heads: CharSet

  constructor(all: PatternSet<Kind>['all']) {
    this.all = all
    this.#heads = charSet((code) => all.some(({ pattern }) => pattern.heads.has(code)))
  }

  /** The next place where one of them may begin. */
  nextHead(text: string, at: number): number {
    let index = at
    while (index < text.length && !this.#heads.has(text.codePointAt(index) ?? 0)) index++
    return index
  }
}

export interface Found<Kind> {
  readonly means: Kind
  readonly pattern: Pattern
  readonly text: string
  readonly groups: ReadonlyMap<string, string>
}

/**
 * Reads up to whichever pattern comes first. Text before it goes to `sink` as soon as it is certain not to be the
 * beginning of one.
 */
export class UntilPattern<Kind> implements Reader {
  done = false
  /** Undefined when the text ended first. */
  found: Found<Kind> | undefined
  readonly #set: PatternSet<Kind>
  readonly #sink: (text: string) => void
  readonly #searches: readonly Threads[]
  /** Where the unread text begins, counted as the patterns count: the text itself begins at 0. */
  #base: number
  /** How much of the unread text the patterns have seen. */
  #seen = 0
  readonly #ahead: LookAhead
  readonly #start: number

  /** `begins`: whether the text as a whole begins here. */
  constructor(set: PatternSet<Kind>, sink: (text: string) => void, ahead: LookAhead, begins = false) {
    this.#ahead = ahead
    this.#set = set
    this.#sink = sink
    this.#searches = set.all.map(({ pattern }) => new Threads(pattern.program, ahead.most))
    this.#start = begins ? 0 : 1
    this.#base = this.#start
  }

  read(text: string, at: number, ended: boolean): number {
    const offset = this.#base - at
    let index = at + this.#seen
    while (index < text.length) {
      if (this.#isIdle && index + offset > 0) {
        index = this.#set.nextHead(text, index)
        if (index === text.length) break
      }
      const code = text.codePointAt(index) ?? 0
      const end = index + (code > 0xffff ? 2 : 1)
      for (const search of this.#searches) search.step(code, index + offset, end + offset)
      index = end
      const stop = this.#decide(text, { at, offset, index })
      if (stop !== undefined) return stop
    }
    if (ended) {
      for (const search of this.#searches) search.finish(index + offset)
      const stop = this.#decide(text, { at, offset, index })
      if (stop !== undefined) return stop
    }
    const held = ended ? index : Math.min(index, this.#earliest - offset)
    if (held > at) this.#sink(text.slice(at, held))
    this.done = ended
    this.#seen = index - held
    this.#base += held - at
    return held
  }

  get #isIdle(): boolean {
    return this.#searches.every(({ earliest, match }) => earliest === Infinity && match === undefined)
  }

  /** Where something begins that may be a match. */
  get #earliest(): number {
    return Math.min(...this.#searches.map(({ earliest, match }) => Math.min(earliest, match?.start ?? Infinity)))
  }

  /** Ends at the best match, if nothing that may still come is better. */
  #decide(
    text: string,
    { at, offset, index }: { readonly at: number; readonly offset: number; readonly index: number },
  ): number | undefined {
    let best = -1
    for (const [place, { match }] of this.#searches.entries()) {
      const other = this.#searches[best]?.match
      if (match && (!other || match.start < other.start || (match.start === other.start && match.end > other.end))) best = place
    }
    const match = this.#searches[best]?.match
    const entry = this.#set.all[best]
    if (!match || !entry || this.#searches.some(({ earliest }) => earliest <= match.start)) return undefined
    this.#ahead.spend(match.end - this.#start, index + offset - match.end)
    const slice = (from: number, to: number): string => text.slice(from - offset, to - offset)
    const begin = match.start - offset
    if (begin > at) this.#sink(text.slice(at, begin))
    this.found = { ...entry, text: slice(match.start, match.end), groups: groupsOf(entry.pattern, match, slice) }
    this.done = true
    return match.end - offset
  }
}
