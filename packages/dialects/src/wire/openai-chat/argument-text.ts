import { isJsonText } from '../../canonical/json.ts'

/**
 * Joins the pieces of a call's arguments. Most vendors send pieces to be appended; some send everything so far each
 * time, or everything once more at the end. The two look alike only while a piece begins with all that came before;
 * such a piece is held back until the next one, or the end, decides.
 */
export class ArgumentText {
  #text = ''
  #held: string | undefined
  #way: 'unknown' | 'append' | 'cumulative' = 'unknown'

  /** What is certain to be new. */
  push(piece: string): string {
    if (piece === '') return ''
    if (this.#held !== undefined) return this.#decide(this.#held, piece)
    if (this.#text === '') return this.#append(piece)
    if (!this.#repeats(piece)) {
      if (this.#way === 'unknown') this.#way = 'append'
      return this.#append(piece)
    }
    if (this.#way === 'cumulative') return this.#append(piece.slice(this.#text.length))
    this.#held = piece
    return ''
  }

  /** What was still held back, read the way that gives valid JSON. */
  end(): string {
    const held = this.#held
    this.#held = undefined
    if (held === undefined) return ''
    if (isJsonText(this.#text + held) || !held.startsWith(this.#text)) return this.#append(held)
    return this.#append(held.slice(this.#text.length))
  }

  /** Once appending is certain, only a repetition of the whole is suspect; comparing more would flatten a long text each time. */
  #repeats(piece: string): boolean {
    const { length } = this.#text
    if (this.#way === 'append' ? piece.length !== length : piece.length < length) return false
    return piece.startsWith(this.#text)
  }

  #decide(held: string, piece: string): string {
    this.#held = undefined
    if (this.#way !== 'append' && piece.length >= held.length && piece.startsWith(held)) {
      this.#way = 'cumulative'
      return this.#append(piece.slice(this.#text.length))
    }
    this.#way = 'append'
    return this.#append(held + piece)
  }

  #append(text: string): string {
    this.#text += text
    return text
  }
}
