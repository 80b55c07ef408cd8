import type { Reader } from './source.ts'

/**
 * Finds where damaged JSON probably ends: where its brackets are even again, strings set aside. Knows nothing of
 * keys, commas and values, so it also gets through text that a strict reader refuses.
 */
export class LooseEnd implements Reader {
  done = false
  /** False when the text ended before the brackets were even. */
  even = false
  #depth = 0
  #quote = ''
  #escaped = false

  read(text: string, at: number, ended: boolean): number {
    let index = at
    while (index < text.length && !this.even) {
      this.#step(text.charAt(index))
      index++
    }
    this.done = this.even || ended
    return index
  }

  #step(char: string): void {
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
