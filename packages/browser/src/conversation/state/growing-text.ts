/**
 * Text that is appended to thousands of times. Each append shares the pieces of the value before it, so a value can be
 * kept and compared like any other immutable one, and a view that has drawn `n` pieces fetches only what came after.
 */
export class GrowingText {
  static readonly empty = new GrowingText([], 0, 0)

  /** Characters, in UTF-16 units. */
  readonly length: number
  /** How many pieces make up this value; hand it to `since` later. */
  readonly count: number
  readonly #pieces: string[]
  #whole: string | undefined

  private constructor(pieces: string[], count: number, length: number) {
    this.#pieces = pieces
    this.count = count
    this.length = length
  }

  append(text: string): GrowingText {
    if (text === '') return this
    // Two values may grow from the same one: only the first may use the shared array.
    const pieces = this.#pieces.length === this.count && this.count > 0 ? this.#pieces : this.#pieces.slice(0, this.count)
    pieces.push(text)
    return new GrowingText(pieces, this.count + 1, this.length + text.length)
  }

  /** The text of the pieces after the first `count`. */
  since(count: number): string {
    return this.#pieces.slice(count, this.count).join('')
  }

  toString(): string {
    this.#whole ??= this.since(0)
    return this.#whole
  }
}
