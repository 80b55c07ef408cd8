/** Behind these a comment may stand: a bracket, a comma, the end of a string. */
const SYNTAX = /[{}[\](),"'`”’]/
const VALUE_BEFORE = /(?:^|[\s{}[\](),:])(?:[-+]?[\d.][\w.+-]*|true|false|null|True|False|None)$/
const LONGEST_VALUE = 40
const LINE_END = /[\n\r\u2028\u2029]/g
const SPACE = /\s/

/**
 * Finds comments in almost-JSON. What could be data is none: `a//b`, `http://a`, `#fff`, and what takes the rest of the
 * arguments with it because its line never ends.
 */
export class CommentScan {
  readonly #text: string
  /** Where the last comment ended. */
  #last = 0
  /** Where the line ends that was looked at last, and whether a block comment may still be closed. */
  #lineEnd = -1
  #closes = true
  /** The last character of structure. */
  #lastSyntax: number | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Where the comment at `at` ends; undefined when there is none. Asked for from left to right. */
  endAt(at: number): number | undefined {
    const text = this.#text
    const block = text.startsWith('/*', at)
    if (!block && text.charAt(at) !== '#' && !text.startsWith('//', at)) return undefined
    if (!this.#mayBegin(at, block)) return undefined
    const end = block ? this.#blockEnd(at) : this.#lineEndBehind(at)
    if (end !== undefined) this.#last = end
    return end
  }

  #mayBegin(at: number, block: boolean): boolean {
    const text = this.#text
    let before = at - 1
    while (before >= this.#last && SPACE.test(text.charAt(before))) before--
    if (before < this.#last) return true
    if (SYNTAX.test(text.charAt(before))) return true
    if (before === at - 1) return false
    // Behind a colon a value begins: `color: #fff`.
    if (text.charAt(before) === ':') return block
    return VALUE_BEFORE.test(text.slice(Math.max(this.#last, before - LONGEST_VALUE), before + 1))
  }

  #blockEnd(at: number): number | undefined {
    const close = this.#closes ? this.#text.indexOf('*/', at + 2) : -1
    // Searching again from every unclosed comment would be quadratic.
    this.#closes = close >= 0
    return close < 0 ? undefined : close + 2
  }

  #lineEndBehind(at: number): number | undefined {
    const text = this.#text
    if (this.#lineEnd < at) {
      LINE_END.lastIndex = at
      this.#lineEnd = LINE_END.test(text) ? LINE_END.lastIndex - 1 : text.length
    }
    if (this.#lineEnd < text.length) return this.#lineEnd
    this.#lastSyntax ??= text.search(/[{}[\],:"'][^{}[\],:"']*$/)
    return this.#lastSyntax < at ? text.length : undefined
  }
}
