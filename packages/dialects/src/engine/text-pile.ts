/** Pieces below this are put together before they are kept. */
const FLAT_LENGTH = 1024
/** No text begins with this. */
const NOWHERE = '\uffff'

/**
 * Text put together from very many small pieces. Joined one by one, a megabyte in single characters would be a million
 * small objects that live until the end, and the collector walks over them again and again.
 */
export class TextPile {
  #kept = ''
  #fresh: string

  constructor(text = '') {
    this.#fresh = text
  }

  get length(): number {
    return this.#kept.length + this.#fresh.length
  }

  get text(): string {
    return this.#kept === '' ? this.#fresh : this.#kept + this.#fresh
  }

  add(piece: string): void {
    this.#fresh += piece
    // Searching makes the engine turn the joined pieces into one. Its answer must be used, or the search is optimised away.
    if (this.#fresh.length < FLAT_LENGTH || this.#fresh.indexOf(NOWHERE) === 0) return
    this.#kept += this.#fresh
    this.#fresh = ''
  }

  /** Takes the last characters away again. */
  drop(count: number): void {
    if (count > this.#fresh.length) {
      this.#kept = this.#kept.slice(0, this.length - count)
      this.#fresh = ''
    } else this.#fresh = this.#fresh.slice(0, this.#fresh.length - count)
  }
}
