import type { Sentence } from '../../canonical/sentence.ts'
import { say } from '../../canonical/words.ts'
import type { Reader } from '../../engine/source.ts'
import { JsonScanner } from './json-scanner.ts'
import { JsonText, jump, LEAST_RUN } from './json-text.ts'

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
  problem: Sentence | undefined
  readonly #sink: (text: string) => void
  readonly #outer = new JsonText((decoded) => this.#decoded(decoded))
  readonly #inner: JsonScanner
  #begun = false
  /** Whether a string of the object is open and no reader holds anything back. */
  #inString = false

  constructor(sink: (text: string) => void) {
    this.#sink = sink
    this.#inner = new JsonScanner(sink)
  }

  read(text: string, at: number, ended: boolean): number {
    let index = at
    while (index < text.length && !this.done) {
      const from = index
      index = this.#inString ? innerRunEnd(text, from) : from
      if (index > from) this.#sink(unescaped(text.slice(from, index)))
      else if (ended || !this.#inString || !isHalfEscape(text, from)) index = this.#readClosely(text, from)
      // What is left is half an escape.
      if (index === from) break
    }
    if (ended && !this.done) index = this.#readBoth(text, index, true)
    return index
  }

  /** As far as the next quote in the object, by the readers of both layers. */
  #readClosely(text: string, at: number): number {
    const quote = text.indexOf('\\"', at)
    if (quote < 0 || quote + 2 === text.length) return this.#readBoth(text, at, false)
    return at + this.#readBoth(text.slice(at, quote + 2), 0, false)
  }

  #readBoth(text: string, at: number, ended: boolean): number {
    const stop = this.#outer.read(text, at, ended)
    this.problem ??= this.#outer.problem
    if (this.#outer.done && this.#begun && !this.#inner.done)
      this.problem ??= say('call.inside', { problem: say('call.not-whole') })
    this.done = this.#outer.done || this.problem !== undefined
    this.#inString = this.#inner.inString && this.#outer.isOpen
    return stop
  }

  #decoded(decoded: string): void {
    const text = this.#begun ? decoded : decoded.trimStart()
    if (text === '' || this.problem !== undefined) return
    if (!this.#begun && !text.startsWith('{')) {
      this.problem = say('call.no-object')
      return
    }
    this.#begun = true
    const stop = this.#inner.done ? 0 : this.#inner.read(text, 0, false)
    if (this.#inner.problem !== undefined) this.problem = say('call.inside', { problem: this.#inner.problem })
    else if (stop < text.length && text.slice(stop).trim() !== '')
      this.problem = say('call.inside', { problem: say('call.something-follows') })
  }
}

// oxlint-disable-next-line no-control-regex -- control characters are what JSON escapes
const DOUBLE_RUN = /[^"\\\u0000-\u001f]*(?:\\\\(?:[bfnrt/]|u[\da-fA-F]{4}|\\["\\])[^"\\\u0000-\u001f]*){0,5000}/y

/** Where the run ends that is surely inside a string of the object: characters, and simple escapes written twice. */
function innerRunEnd(text: string, at: number): number {
  if (text.length - at >= LEAST_RUN) return jump(DOUBLE_RUN, text, at)
  let index = at
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === 34 || code < 32) break
    if (code !== 92) index++
    else {
      const length = doubledEscape(text, index)
      if (length === 0) break
      index += length
    }
  }
  return index
}

/** The length of `\\n` or `\\\"` at `at`; 0 when neither stands there whole. */
function doubledEscape(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 92) return 0
  const code = text.charCodeAt(at + 2)
  if (code === 110 || code === 116 || code === 114 || code === 47 || code === 98 || code === 102) return 3
  const last = text.charCodeAt(at + 3)
  return code === 92 && (last === 34 || last === 92) ? 4 : 0
}

/** Whether the text ends in the middle of an escape that begins at `at`. */
function isHalfEscape(text: string, at: number): boolean {
  const rest = text.length - at
  return rest < 4 && text.endsWith('\\'.repeat(rest))
}

/** Takes one layer of backslashes away. */
function unescaped(run: string): string {
  let slash = run.indexOf('\\')
  if (slash < 0) return run
  let text = ''
  let from = 0
  while (slash >= 0) {
    text += run.slice(from, slash)
    from = slash + 1
    slash = run.indexOf('\\', slash + 2)
  }
  return text + run.slice(from)
}
