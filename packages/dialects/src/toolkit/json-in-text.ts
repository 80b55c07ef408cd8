import { JsonScanner } from './json-scanner.ts'
import { JsonText } from './json-text.ts'
import type { Reader } from './source.ts'

/**
 * Reads a JSON object that was written into a JSON string, and passes the object on as it would stand by itself:
 *
 *     "{\\"title\\": \\"Momo\\"}"        what is read
 *       {"title": "Momo"}             what is passed on
 *
 * Nothing but white space in the string means no object, which is no problem.
 */
export class JsonInText implements Reader {
  done = false
  problem: string | undefined
  readonly #outer = new JsonText((decoded) => this.#decoded(decoded))
  readonly #inner: JsonScanner
  #begun = false

  constructor(sink: (text: string) => void) {
    this.#inner = new JsonScanner(sink)
  }

  read(text: string, at: number, ended: boolean): number {
    const stop = this.#outer.read(text, at, ended)
    this.problem ??= this.#outer.problem
    if (this.#outer.done && this.#begun && !this.#inner.done) this.problem ??= 'inside the arguments, the object is not whole'
    this.done = this.#outer.done || this.problem !== undefined
    return stop
  }

  #decoded(decoded: string): void {
    const text = this.#begun ? decoded : decoded.trimStart()
    if (text === '' || this.problem !== undefined) return
    if (!this.#begun && !text.startsWith('{')) {
      this.problem = 'the arguments are not an object'
      return
    }
    this.#begun = true
    const stop = this.#inner.done ? 0 : this.#inner.read(text, 0, false)
    if (this.#inner.problem !== undefined) this.problem = `inside the arguments, ${this.#inner.problem}`
    else if (text.slice(stop).trim() !== '') this.problem = 'inside the arguments, something follows the object'
  }
}
