/**
 * Consumes text as it arrives. While a reader is at work the grammar sleeps: it is woken when the reader is done,
 * not at every chunk, which is what keeps long arguments cheap.
 */
export interface Reader {
  /**
   * Reads from `at` and returns where it stopped. What it cannot decide yet it leaves unread.
   * With `ended` no more text will come: it must then be done when it returns.
   */
  read(text: string, at: number, ended: boolean): number
  readonly done: boolean
}

/** Text that is still arriving. Knows nothing of any format. */
export class Source {
  /** How much was read, what was given back not counted. */
  position = 0
  ended = false
  #text = ''
  #at = 0
  #surrogate = ''
  #reader: Reader | undefined
  #record: TextPile | undefined

  /** Takes in more text. Returns whether the grammar has something to do. */
  push(chunk: string): boolean {
    let piece = this.#surrogate + chunk
    this.#surrogate = ''
    // Half of a surrogate pair would become U+FFFD in a delta that is encoded by itself.
    const last = piece.charCodeAt(piece.length - 1)
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#surrogate = piece.slice(-1)
      piece = piece.slice(0, -1)
    }
    if (piece === '') return false
    this.#text = this.#at === this.#text.length ? piece : this.#text.slice(this.#at) + piece
    this.#at = 0
    return this.#reader === undefined || this.#feed(this.#reader)
  }

  /** No more text will come. */
  end(): void {
    this.#text = this.#text.slice(this.#at) + this.#surrogate
    this.#at = 0
    this.#surrogate = ''
    this.ended = true
    if (this.#reader) this.#feed(this.#reader)
  }

  /** Hands the text to `reader` until it is done. */
  *run<Kind extends Reader>(reader: Kind): Generator<void, Kind, void> {
    while (!this.#feed(reader)) {
      this.#reader = reader
      yield
      this.#reader = undefined
      if (reader.done) break
    }
    return reader
  }

  /** Starts keeping what is read, beginning with `opener`, which was read already. */
  record(opener: string): void {
    this.#record = new TextPile(opener)
  }

  /** What was read since `record`, which goes on. */
  get recorded(): string {
    return this.#record?.text ?? ''
  }

  /** Ends the recording and returns it. */
  takeRecord(): string {
    const { recorded } = this
    this.#record = undefined
    return recorded
  }

  /** Un-reads `text`, which was the last to be read: it leaves the recording too. */
  giveBack(text: string): void {
    this.#record?.drop(text.length)
    this.unread(text)
  }

  /** Puts text back in front of what is unread, to be read again. It must have been read before. */
  unread(text: string): void {
    if (text === '') return
    const from = this.#at - text.length
    // Mostly it is still there. Copying what follows it would make a thousand damaged calls in one chunk quadratic.
    if (from >= 0 && this.#text.startsWith(text, from)) this.#at = from
    else {
      this.#text = text + this.#text.slice(this.#at)
      this.#at = 0
    }
  }

  #feed(reader: Reader): boolean {
    const from = this.#at
    const to = reader.read(this.#text, from, this.ended)
    if (to > from) {
      if (this.#record !== undefined) this.#record.add(to - from === this.#text.length ? this.#text : this.#text.slice(from, to))
      this.#at = to
      this.position += to - from
    }
    return reader.done
  }
}

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
