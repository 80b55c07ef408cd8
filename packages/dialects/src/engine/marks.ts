/** `MORE`: what is here may become the mark once more text comes. `NO`: it cannot. Otherwise the mark's length. */
export const NO = -1
export const MORE = -2

/** Something to look for in prose: a literal, or a pattern that begins with one. */
export interface Mark {
  /** The name it is found under; for a literal, the literal itself. */
  readonly id: string
  /** What it begins with for certain, one character at least. */
  readonly lead: string
  /** The longest text it can match; what may be held back is one less. */
  readonly reach: number
  match(text: string, at: number, ended: boolean): number
}

export type MarkLike = string | Mark

/** The name a mark is found under. */
export const markId = (mark: MarkLike): string => (typeof mark === 'string' ? mark : mark.id)

/** Shorter texts are faster to walk through than to search. */
const LEAST_SEARCH = 16

/** Several marks, found in one pass over the text. */
export class MarkSet {
  readonly #tree: MarkTree
  /** One cell per ASCII character; what is set behind the last one is lost, and goes by the tree. */
  readonly #heads = new Uint8Array(128)
  #anyHead: RegExp | undefined

  constructor(marks: readonly MarkLike[]) {
    const all = marks.map((mark) => (typeof mark === 'string' ? literalMark(mark) : mark))
    // At one place the longest mark wins: `<tool_call>` is not `<tool` with a tail.
    this.#tree = new MarkTree(all.sort((a, b) => b.reach - a.reach))
    for (const head of this.#tree.branches.keys()) this.#heads[head] = 1
  }

  /** The next place from `at` where a mark may begin, or the text's length. */
  nextHead(text: string, at: number): number {
    if (text.length - at >= LEAST_SEARCH) {
      const heads = (this.#anyHead ??= anyOf(this.#tree.branches.keys()))
      heads.lastIndex = at
      return heads.test(text) ? heads.lastIndex - 1 : text.length
    }
    const heads = this.#heads
    for (let index = at; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code < 128 ? heads[code] === 1 : this.#tree.branches.has(code)) return index
    }
    return text.length
  }

  /** The mark that stands exactly at `at`; `MORE` when that depends on text to come. */
  matchAt(text: string, at: number, ended: boolean): { mark: Mark; length: number } | typeof MORE | typeof NO {
    for (const mark of this.#tree.candidates(text, at)) {
      const length = mark.match(text, at, ended)
      if (length === MORE && !ended) return MORE
      if (length > 0) return { mark, length }
    }
    return NO
  }
}

function anyOf(heads: Iterable<number>): RegExp {
  return new RegExp(`[${Array.from(heads, (head) => `\\u${(head + 0x10000).toString(16).slice(1)}`).join('')}]`, 'g')
}

// @__NO_SIDE_EFFECTS__
export function literalMark(literal: string): Mark {
  return {
    id: literal,
    lead: literal,
    reach: literal.length,
    match(text, at) {
      if (text.startsWith(literal, at)) return literal.length
      const rest = text.length - at
      return rest < literal.length && literal.startsWith(text.slice(at)) ? MORE : NO
    },
  }
}

/** Fewer are tried faster than they are looked up. */
const LEAST_SORTED = 8

/** Marks that go on in the same way, as far as their letters are certain. Branches grow where a text first goes there. */
export class MarkTree {
  /** By what comes next; only what one of the marks goes on with. */
  readonly branches = new Map<number, MarkTree | undefined>()
  readonly #marks: readonly Mark[]
  /** How many letters led here. */
  readonly #depth: number

  constructor(marks: readonly Mark[], depth = 0) {
    this.#marks = marks
    this.#depth = depth
    if (depth === 0 || marks.length >= LEAST_SORTED)
      for (const { lead } of marks) if (lead.length > depth) this.branches.set(lead.charCodeAt(depth), undefined)
  }

  /** The marks that may stand at `at`: a page of `<` is not tried against every tag there is, nor one of `<tool_`. */
  candidates(text: string, at: number): readonly Mark[] {
    const unit = text.charCodeAt(at + this.#depth)
    // Where the text breaks off, and beside all branches, `unit` leads nowhere.
    if (this.branches.size === 0 || Number.isNaN(unit)) return this.#marks
    if (!this.branches.has(unit)) return (this.#settled ??= this.#able())
    let branch = this.branches.get(unit)
    if (!branch) this.branches.set(unit, (branch = new MarkTree(this.#able(unit), this.#depth + 1)))
    return branch.candidates(text, at)
  }

  #settled: readonly Mark[] | undefined

  /** Those that go on with `unit`, or need not go on. */
  #able(unit?: number): readonly Mark[] {
    const depth = this.#depth
    return this.#marks.filter(({ lead }) => lead.length <= depth || lead.charCodeAt(depth) === unit)
  }
}

/** `<|im_end|>`, `<｜User｜>`, `<|channel>`, `<tool|>`: what no sentence holds unless it is about it. */
export const isSpecialToken = (mark: string): boolean => /^<[|｜].*>$|^<.*[|｜]>$/.test(mark)

/**
 * All special tokens among `marks` as one. It is asked last: what begins with a token, as a call may, is looked for first.
 * None where there are none.
 */
// @__NO_SIDE_EFFECTS__
export function specialTokens(marks: readonly string[]): readonly Mark[] {
  const tokens = new Set(marks.filter((mark) => isSpecialToken(mark) && /^<[^<>]*>$/.test(mark)))
  if (tokens.size === 0) return []
  const longest = Math.max(...Array.from(tokens, ({ length }) => length))
  const mark: Mark = {
    id: 'special token',
    lead: '<',
    reach: 0,
    match(text, at) {
      const ahead = text.slice(at, at + longest)
      const end = ahead.indexOf('>') + 1
      if (end > 0) return tokens.has(ahead.slice(0, end)) ? end : NO
      return ahead.length < longest && [...tokens].some((token) => token.startsWith(ahead)) ? MORE : NO
    },
  }
  return [mark]
}
