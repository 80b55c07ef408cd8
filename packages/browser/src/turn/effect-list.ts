import type { Effect } from '../tools/tool.ts'

/** More than anybody reads; a program in a loop must not make the record of its call grow without end. */
const MOST = 500

/** What a running tool did, each thing once, in the order of its doing. */
export class EffectList {
  readonly #known = new Map<string, Effect>()

  add(effect: Effect): void {
    const key = JSON.stringify(effect)
    if (this.#known.has(key) || this.#known.size > MOST) return
    // What follows the last one that is kept is not known any more, and said to be so.
    if (this.#known.size === MOST) this.#known.set('unknown', { kind: 'unknown' })
    else this.#known.set(key, effect)
  }

  /** Absent: it told nothing. */
  list(): readonly Effect[] | undefined {
    return this.#known.size === 0 ? undefined : [...this.#known.values()]
  }
}
