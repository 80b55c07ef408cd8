import type { Step } from './readers.ts'
import type { Reader, Source } from './source.ts'

const MOST_NAME = 96

/** The name that stands here, directly followed by one of `marks`; empty when there is none. Reads nothing. */
export function* nameAhead(source: Source, marks: readonly string[]): Step<string> {
  return (yield* source.run(new NameAhead(marks))).found
}

class NameAhead implements Reader {
  done = false
  found = ''
  readonly #marks: readonly string[]

  constructor(marks: readonly string[]) {
    this.#marks = marks
  }

  read(text: string, at: number, ended: boolean): number {
    let index = at
    while (index < text.length && /\s/.test(text.charAt(index)) && index - at < MOST_NAME) index++
    const name = index
    while (index < text.length && /[\w.-]/.test(text.charAt(index)) && index - at < MOST_NAME) index++
    const rest = text.slice(index, index + MOST_NAME)
    this.found = this.#marks.some((mark) => rest.startsWith(mark)) ? text.slice(name, index) : ''
    const undecided = rest === '' || this.#marks.some((mark) => mark.length > rest.length && mark.startsWith(rest))
    this.done = ended || this.found !== '' || !undecided || index - at >= MOST_NAME
    return at
  }
}
