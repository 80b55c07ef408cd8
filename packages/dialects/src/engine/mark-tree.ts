import type { Mark } from './marks.ts'

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
