/** Bytes → lines, in linear time, and never more than `most` bytes waiting for the end of a line. */
export class MessageLines {
  readonly #most: number
  #pieces: Buffer[] = []
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The lines that this piece completes. `undefined`: a line is longer than anybody may send. */
  push(piece: Buffer): readonly string[] | undefined {
    const lines: string[] = []
    let from = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      if (!this.#keep(piece.subarray(from, end))) return undefined
      lines.push(Buffer.concat(this.#pieces).toString('utf8').trim())
      this.#pieces = []
      this.#size = 0
      from = end + 1
    }
    return this.#keep(piece.subarray(from)) ? lines.filter((line) => line !== '') : undefined
  }

  #keep(piece: Buffer): boolean {
    this.#size += piece.length
    if (this.#size > this.#most) return false
    if (piece.length > 0) this.#pieces.push(piece)
    return true
  }
}

const NEWLINE = 10
