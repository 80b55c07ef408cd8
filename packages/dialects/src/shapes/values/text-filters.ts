import { decodeEntities } from '../tags/tag.ts'

/** Passes on text without the white space at its ends. */
export class Trimmed {
  readonly #sink: (text: string) => void
  #space = ''
  #begun = false

  constructor(sink: (text: string) => void) {
    this.#sink = sink
  }

  readonly push = (text: string): void => {
    const rest = this.#begun ? text : text.trimStart()
    const solid = rest.trimEnd()
    if (solid === '') {
      this.#space += rest
      return
    }
    this.#sink(this.#space + solid)
    this.#space = rest.slice(solid.length)
    this.#begun = true
  }
}

/** The longest entity, `&quot;`, less its last character. */
const MOST_HELD = 5

/** Passes text on with its XML entities decoded, also those cut by a chunk's edge. */
export class EntityText {
  readonly #sink: (text: string) => void
  #held = ''

  constructor(sink: (text: string) => void) {
    this.#sink = sink
  }

  readonly push = (text: string): void => {
    const all = this.#held + text
    const last = all.lastIndexOf('&')
    const open = last >= 0 && all.length - last <= MOST_HELD && !all.includes(';', last) ? last : all.length
    this.#held = all.slice(open)
    if (open > 0) this.#sink(decodeEntities(all.slice(0, open)))
  }

  end(): void {
    if (this.#held !== '') this.#sink(this.#held)
    this.#held = ''
  }
}

/** Passes text on without a mark that cannot belong to it, also where a chunk's edge cuts the mark. */
export class WithoutMark {
  /** Whether the mark was found. */
  found = false
  readonly #mark: string
  readonly #sink: (text: string) => void
  #held = ''

  constructor(mark: string, sink: (text: string) => void) {
    this.#mark = mark
    this.#sink = sink
  }

  readonly push = (text: string): void => {
    // Most pieces do not even hold its first character.
    if (this.#held === '' && !text.includes(this.#mark.charAt(0))) return this.#sink(text)
    const pieces = (this.#held + text).split(this.#mark)
    this.found ||= pieces.length > 1
    const last = pieces.at(-1) ?? ''
    let held = Math.min(last.length, this.#mark.length - 1)
    while (!this.#mark.startsWith(last.slice(last.length - held))) held--
    this.#held = last.slice(last.length - held)
    const rest = pieces.join('')
    if (rest.length > held) this.#sink(rest.slice(0, rest.length - held))
  }

  end(): void {
    if (this.#held !== '') this.#sink(this.#held)
    this.#held = ''
  }
}
