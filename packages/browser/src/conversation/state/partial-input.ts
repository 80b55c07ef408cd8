/** One argument of a call that is still being written. */
export interface PartialField {
  readonly name: string
  /** `text`: a string, decoded. `json`: any other value, as written. */
  readonly kind: 'text' | 'json'
  readonly value: GrowingText
  readonly open: boolean
}

/** The arguments of a call while their JSON text arrives. Every character is looked at once. */
export interface PartialInput {
  readonly fields: readonly PartialField[]
  /** Characters of JSON text so far. */
  readonly length: number
  readonly reader: ReaderState
}

type Place = 'before' | 'key' | 'in-key' | 'colon' | 'value' | 'in-text' | 'in-json' | 'after' | 'lost'

interface ReaderState {
  readonly place: Place
  /** The name read so far. */
  readonly key: string
  /** An escape cut in two: `\`, `\u0`, … */
  readonly escape: string
  /** Open brackets inside a value that is not a string. */
  readonly depth: number
  readonly quoted: boolean
}

export const emptyInput: PartialInput = {
  fields: [],
  length: 0,
  reader: { place: 'before', key: '', escape: '', depth: 0, quoted: false },
}

/** Reads on. Never throws: text that is not the inside of a JSON object adds nothing more. */
export function growInput(input: PartialInput, chunk: string): PartialInput {
  const cursor = new Cursor(input, chunk)
  while (cursor.step());
  return cursor.result()
}

const SINGLE: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
])
const SPECIAL = /["\\]/g
const STRUCTURE = /["{}[\],]/g

class Cursor {
  readonly #input: PartialInput
  readonly #chunk: string
  readonly #fields: PartialField[]
  #at = 0
  #place: Place
  #key: string
  #escape: string
  #depth: number
  #quoted: boolean

  constructor(input: PartialInput, chunk: string) {
    this.#input = input
    this.#chunk = chunk
    this.#fields = [...input.fields]
    const { place, key, escape, depth, quoted } = input.reader
    this.#place = place
    this.#key = key
    this.#escape = escape
    this.#depth = depth
    this.#quoted = quoted
  }

  result(): PartialInput {
    return {
      fields: this.#fields,
      length: this.#input.length + this.#chunk.length,
      reader: { place: this.#place, key: this.#key, escape: this.#escape, depth: this.#depth, quoted: this.#quoted },
    }
  }

  /** Reads one run of characters. False when the chunk is used up, or nothing in it can be understood. */
  step(): boolean {
    if (this.#at >= this.#chunk.length || this.#place === 'lost') return false
    if (this.#place === 'in-key' || this.#place === 'in-text') this.#readString()
    else if (this.#place === 'in-json') this.#readJson()
    else this.#readPunctuation(this.#chunk.charAt(this.#at++))
    return true
  }

  #readPunctuation(character: string): void {
    if (/\s/.test(character)) return
    const place = this.#place
    if (place === 'before' && character === '{') this.#place = 'key'
    else if (place === 'key' && character === '"') {
      this.#key = ''
      this.#place = 'in-key'
    } else if (place === 'colon' && character === ':') this.#place = 'value'
    else if (place === 'value') this.#openValue(character)
    else if (place === 'after' && character === ',') this.#place = 'key'
    else this.#place = 'lost'
  }

  #openValue(character: string): void {
    const isText = character === '"'
    this.#fields.push({ name: this.#key, kind: isText ? 'text' : 'json', value: GrowingText.empty, open: true })
    this.#place = isText ? 'in-text' : 'in-json'
    this.#depth = 0
    this.#quoted = false
    if (!isText) this.#at -= 1
  }

  #readString(): void {
    if (this.#escape !== '') return this.#readEscape()
    SPECIAL.lastIndex = this.#at
    const end = SPECIAL.exec(this.#chunk)?.index ?? this.#chunk.length
    this.#addText(this.#chunk.slice(this.#at, end))
    this.#at = end + 1
    if (this.#chunk[end] === '\\') this.#escape = '\\'
    else if (this.#chunk[end] === '"') this.#closeString()
  }

  #readEscape(): void {
    const character = this.#chunk.charAt(this.#at++)
    this.#escape += character
    if (this.#escape === '\\u') return
    if (!this.#escape.startsWith('\\u')) return this.#endEscape(SINGLE.get(character) ?? character)
    if (!/[0-9a-f]/i.test(character)) this.#place = 'lost'
    else if (this.#escape.length === 6) this.#endEscape(String.fromCharCode(Number.parseInt(this.#escape.slice(2), 16)))
  }

  #endEscape(text: string): void {
    this.#escape = ''
    this.#addText(text)
  }

  #addText(text: string): void {
    if (this.#place === 'in-key') this.#key += text
    else this.#grow(text)
  }

  #closeString(): void {
    if (this.#place === 'in-key') this.#place = 'colon'
    else this.#closeValue()
  }

  #readJson(): void {
    const [from, pattern] = [this.#at, this.#quoted ? SPECIAL : STRUCTURE]
    pattern.lastIndex = this.#escape === '' ? from : from + 1
    this.#escape = ''
    const end = pattern.exec(this.#chunk)?.index ?? this.#chunk.length
    const mark = this.#chunk[end]
    const ends = !this.#quoted && this.#depth === 0 && (mark === ',' || mark === '}')
    this.#grow(this.#chunk.slice(from, ends ? end : end + 1))
    this.#at = ends ? end : end + 1
    if (ends) this.#closeValue()
    else if (mark === '"') this.#quoted = !this.#quoted
    else if (mark === '\\') this.#escape = '\\'
    else if (mark === '{' || mark === '[') this.#depth += 1
    else if (mark === '}' || mark === ']') this.#depth -= 1
  }

  #grow(text: string): void {
    const field = this.#fields.at(-1)
    if (field) this.#fields[this.#fields.length - 1] = { ...field, value: field.value.append(text) }
  }

  #closeValue(): void {
    const field = this.#fields.at(-1)
    if (field) this.#fields[this.#fields.length - 1] = { ...field, open: false }
    this.#place = 'after'
  }
}

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
