const [CR, LF, SPACE, TAB, SEMICOLON] = [13, 10, 32, 9, 59]
const MAX_LINE = 16 * 1024
const MAX_DIGITS = 12

/**
 * Takes the frames off a chunked body, wherever it is cut. Throws for what is none.
 *
 *     1a\r\n                          size, perhaps with an extension
 *     data: {"content":"Hello"}\n\n\r\n
 *     0\r\n
 *     \r\n                            trailers, until an empty line
 */
export class ChunkedBody {
  #expects: 'size' | 'break' | 'trailer' = 'size'
  /** Bytes of the chunk that are still to come. */
  #left = 0
  #size = 0
  #digits = 0
  #extended = false
  #returned = false
  /** Characters of the line so far. */
  #length = 0
  #over = false

  get over(): boolean {
    return this.#over
  }

  /** Moves what is body to the front of the bytes, from `from` on. Tells where it ends, and where reading stopped. */
  unwrap(bytes: Buffer, from: number): { readonly end: number; readonly at: number } {
    let [end, at] = [from, from]
    while (at < bytes.length && !this.#over) {
      if (this.#left === 0) {
        this.#frame(bytes[at++] ?? 0)
        continue
      }
      const length = Math.min(this.#left, bytes.length - at)
      if (end !== at) bytes.copyWithin(end, at, at + length)
      end += length
      at += length
      this.#left -= length
    }
    return { end, at }
  }

  #frame(byte: number): void {
    if (byte === LF) return this.#endLine()
    if (this.#returned || ++this.#length > MAX_LINE) throw new Error('A chunk of the answer is framed wrongly.')
    if (byte === CR) this.#returned = true
    else if (this.#expects === 'size') this.#readSize(byte)
    else if (this.#expects === 'break') throw new Error('A chunk of the answer is longer than it said.')
  }

  #readSize(byte: number): void {
    if (this.#extended) return
    const digit = hexDigit(byte)
    if (digit !== -1) {
      this.#size = this.#size * 16 + digit
      this.#digits++
    } else if (this.#digits > 0 && (byte === SEMICOLON || byte === SPACE || byte === TAB)) this.#extended = true
    else throw new Error('A chunk of the answer has no size.')
  }

  #endLine(): void {
    if (this.#expects === 'break') this.#expects = 'size'
    else if (this.#expects === 'trailer') this.#over = this.#length === (this.#returned ? 1 : 0)
    else this.#openChunk()
    this.#length = 0
    this.#returned = false
  }

  #openChunk(): void {
    if (this.#digits === 0 || this.#digits > MAX_DIGITS) throw new Error('A chunk of the answer has no size.')
    this.#expects = this.#size === 0 ? 'trailer' : 'break'
    this.#left = this.#size
    this.#size = 0
    this.#digits = 0
    this.#extended = false
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
