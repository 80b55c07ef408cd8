import type { Sentence } from '../../canonical/sentence.ts'
import { say } from '../../canonical/words.ts'
import type { Reader } from '../../engine/source.ts'

/** A run of characters and escapes. The count keeps what the engine has to remember small, however long the text. */
export const RUN =
  // oxlint-disable-next-line no-control-regex -- control characters are what JSON escapes
  /[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*){0,5000}/y
/** Shorter runs are faster to walk through. */
export const LEAST_RUN = 16

/** Where the run at `at` ends. */
export function jump(run: RegExp, text: string, at: number): number {
  run.lastIndex = at
  run.test(text)
  return run.lastIndex
}

const HALF_ESCAPE = /^\\(?:u[\da-fA-F]{0,3})?$/

/** Reads a JSON string, quotes included, and passes on what it says. */
export class JsonText implements Reader {
  done = false
  problem: Sentence | undefined
  readonly #sink: (decoded: string) => void
  #opened = false
  /** The first half of a surrogate pair, kept until the second comes. */
  #half = ''

  constructor(sink: (decoded: string) => void) {
    this.#sink = sink
  }

  /** Whether the string is open and nothing of it is held. */
  get isOpen(): boolean {
    return this.#opened && !this.done && this.#half === ''
  }

  read(text: string, at: number, ended: boolean): number {
    let index = at
    if (!this.#opened && index < text.length) {
      if (text.charAt(index) !== '"') return this.#fail(say('call.string-expected'), index)
      this.#opened = true
      index++
    }
    let decoded = this.#half
    for (let from = -1; index > from && index < text.length; ) {
      from = index
      index = jump(RUN, text, from)
      const run = text.slice(from, index)
      decoded += run.includes('\\') ? (JSON.parse(`"${run}"`) as string) : run
    }
    const next = text.charAt(index)
    this.done = next === '"'
    this.#emit(decoded)
    if (this.done) return index + 1
    if (next === '' || (next === '\\' && HALF_ESCAPE.test(text.slice(index, index + 6))))
      return ended ? this.#fail(say('call.string-unclosed'), text.length) : index
    if (next !== '\\') return this.#fail(say('call.string-raw'), index)
    return this.#fail(say('call.escape', { escape: text.slice(index, index + 2) }), index)
  }

  #emit(decoded: string): void {
    const last = decoded.charCodeAt(decoded.length - 1)
    this.#half = !this.done && last >= 0xd800 && last <= 0xdbff ? decoded.slice(-1) : ''
    const whole = this.#half === '' ? decoded : decoded.slice(0, -1)
    if (whole !== '') this.#sink(whole)
  }

  #fail(problem: Sentence, at: number): number {
    if (this.#half !== '') this.#sink(this.#half)
    this.problem = problem
    this.done = true
    return at
  }
}
