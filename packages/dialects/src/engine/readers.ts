import { type Mark, type MarkSet, MORE, NO } from './marks.ts'
import type { Reader, Source } from './source.ts'

/**
 * Reads up to whichever mark comes first. Text before it goes to `sink` as soon as it is certain not to be the
 * beginning of one:
 *
 *     Let me look.<tool_ca
 *     ^^^^^^^^^^^^            to the sink
 *                 ^^^^^^^^    held back
 */
export class UntilMark implements Reader {
  done = false
  /** The mark that was found, and the text it matched; undefined when the text ended first. */
  found: { readonly mark: Mark; readonly text: string } | undefined
  readonly #marks: MarkSet
  readonly #sink: (text: string) => void

  constructor(marks: MarkSet, sink: (text: string) => void) {
    this.#marks = marks
    this.#sink = sink
  }

  read(text: string, at: number, ended: boolean): number {
    let from = at
    let head = this.#marks.nextHead(text, at)
    while (head < text.length) {
      const match = this.#marks.matchAt(text, head, ended)
      if (match === MORE) break
      if (match !== NO) {
        if (head > from) this.#sink(text.slice(from, head))
        from = head + match.length
        this.found = { mark: match.mark, text: text.slice(head, from) }
        this.done = true
        return from
      }
      head = this.#marks.nextHead(text, head + 1)
    }
    if (head > from) this.#sink(text.slice(from, head))
    this.done = ended
    return head
  }
}

/** What JSON takes for white space. */
export const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** Reads white space; done at the first character that is none. */
class Space implements Reader {
  done = false
  read(text: string, at: number, ended: boolean): number {
    let index = at
    while (index < text.length && isSpace(text.charCodeAt(index))) index++
    this.done = index < text.length || ended
    return index
  }
}

/** Looks at the next character without reading it. Empty when there is none. */
class Peek implements Reader {
  done = false
  next = ''
  read(text: string, at: number, ended: boolean): number {
    this.next = text.charAt(at)
    this.done = this.next !== '' || ended
    return at
  }
}

/** Reads a mark if it stands right here, and nothing otherwise. */
export class Here implements Reader {
  done = false
  found: { readonly mark: Mark; readonly text: string } | undefined
  readonly #marks: MarkSet

  constructor(marks: MarkSet) {
    this.#marks = marks
  }

  read(text: string, at: number, ended: boolean): number {
    if (at >= text.length) {
      this.done = ended
      return at
    }
    const match = this.#marks.matchAt(text, at, ended)
    if (match === MORE) return at
    this.done = true
    if (match === NO) return at
    this.found = { mark: match.mark, text: text.slice(at, at + match.length) }
    return at + match.length
  }
}

/** As `UntilMark`, but collects what it reads and gives up behind `most` characters. */
export class HeadText implements Reader {
  done = false
  text = ''
  readonly #until: UntilMark
  readonly #most: number

  constructor(marks: MarkSet, most: number) {
    this.#most = most
    this.#until = new UntilMark(marks, (piece) => {
      this.text += piece
    })
  }

  /** Undefined when the text ended first, or when it was too long. */
  get found(): UntilMark['found'] {
    return this.text.length > this.#most ? undefined : this.#until.found
  }

  read(text: string, at: number, ended: boolean): number {
    const stop = this.#until.read(text, at, ended)
    this.done = this.#until.done || this.text.length > this.#most
    return stop
  }
}

/** A grammar's step: it may pause, and it returns something. */
export type Step<Value = void> = Generator<void, Value, void>

export function* skipSpace(source: Source): Step {
  yield* source.run(new Space())
}

/** The next character, unread; empty at the end. */
export function* peek(source: Source): Step<string> {
  return (yield* source.run(new Peek())).next
}

/** The next character that is not white space, unread; what stood before it is read. */
export function* peekSolid(source: Source): Step<string> {
  yield* skipSpace(source)
  return yield* peek(source)
}

/** Reads one of `marks` if it stands here. */
export function* take(source: Source, marks: MarkSet): Step<string | undefined> {
  return (yield* source.run(new Here(marks))).found?.text
}

/** Reads white space and words that say nothing; returns the next character, unread. */
export function* skipNoise(source: Source, noise: MarkSet): Step<string> {
  for (;;) {
    const next = yield* peekSolid(source)
    if ((yield* take(source, noise)) === undefined) return next
  }
}

/** Longer words are no names and no numbers. */
const MOST_WORD = 512

/** Reads letters of any alphabet, digits, `_`, `.`, `+` and `-`; done at the first character that is none. */
export class WordReader implements Reader {
  done = false
  word = ''

  read(text: string, at: number, ended: boolean): number {
    let index = at
    while (index < text.length && index - at + this.word.length < MOST_WORD && /[\p{L}\p{N}_.+-]/u.test(text.charAt(index)))
      index++
    this.word += text.slice(at, index)
    this.done = index < text.length || ended || this.word.length >= MOST_WORD
    return index
  }
}
