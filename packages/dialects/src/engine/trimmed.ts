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
