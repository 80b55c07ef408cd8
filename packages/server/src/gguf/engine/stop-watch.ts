/** Looks for texts that end an answer, and holds back what could be the beginning of one. */
export class StopWatch {
  readonly #stops: readonly string[]
  #held = ''

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '')
  }

  /** What may be said by now, and whether a stop was met: then nothing more may. */
  push(piece: string): { readonly text: string; readonly met: boolean } {
    const text = this.#held + piece
    const places = this.#stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0)
    if (places.length > 0) {
      this.#held = ''
      return { text: text.slice(0, Math.min(...places)), met: true }
    }
    const keep = Math.max(0, ...this.#stops.map((stop) => overlap(text, stop)))
    this.#held = keep === 0 ? '' : text.slice(-keep)
    return { text: keep === 0 ? text : text.slice(0, -keep), met: false }
  }

  /** What was held back, where no more comes. */
  rest(): string {
    const text = this.#held
    this.#held = ''
    return text
  }
}

/** How many characters at the end of a text could begin a stop. */
function overlap(text: string, stop: string): number {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length--)
    if (text.endsWith(stop.slice(0, length))) return length
  return 0
}
