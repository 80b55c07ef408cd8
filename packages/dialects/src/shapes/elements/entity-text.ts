import { decodeEntities } from '../tags/tag.ts'

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
