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
