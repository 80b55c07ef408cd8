import { type MarkLike, MarkSet, MORE, NO } from './marks.ts'
import type { Reader } from './source.ts'

/**
 * Finds where damaged JSON probably ends: where its brackets are even again, strings set aside. Knows nothing of
 * keys, commas and values, so it also gets through text that a strict reader refuses. It stops before a barrier,
 * wherever that stands: behind a lost quote nobody knows what is string and what is not.
 */
export class BalancedEnd implements Reader {
  done = false
  /** False when a barrier or the end of the text came before the brackets were even. */
  even = false
  readonly #barriers: MarkSet
  /** Whether something was read: what opens the text itself is no barrier to it. */
  #begun: boolean
  #depth = 0
  #quote = ''
  #escaped = false

  constructor(barriers: readonly MarkLike[] = [], begun = true) {
    this.#barriers = new MarkSet(barriers)
    this.#begun = begun
  }

  read(text: string, at: number, ended: boolean): number {
    let index = at
    let head = this.#barriers.nextHead(text, at)
    while (index < text.length && !this.even) {
      if (index === head && this.#begun) {
        const match = this.#barriers.matchAt(text, index, ended)
        if (match !== NO) {
          this.done = match !== MORE || ended
          return index
        }
      }
      if (index === head) head = this.#barriers.nextHead(text, index + 1)
      this.#begun = true
      this.step(text.charAt(index))
      index++
    }
    this.done = this.even || ended
    return index
  }

  /** Takes one character for granted. */
  step(char: string): void {
    if (this.#escaped) this.#escaped = false
    else if (char === '\\' && this.#quote !== '') this.#escaped = true
    else if (this.#quote !== '') {
      if (char === this.#quote) this.#quote = ''
    } else if (char === '"') this.#quote = char
    else if (char === '{' || char === '[') this.#depth++
    else if (char === '}' || char === ']') {
      this.#depth--
      if (this.#depth <= 0) this.even = true
    }
  }
}
