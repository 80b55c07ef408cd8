import type { Reader } from './source.ts'

/** Deeper than any argument a person would read, and shallow enough for every recursive reader further on. */
const MAX_DEPTH = 500

const S = {
  value: 0,
  firstKey: 1,
  key: 2,
  colon: 3,
  after: 4,
  firstItem: 5,
  string: 6,
  escape: 7,
  unicode: 8,
  word: 9,
  minus: 10,
  zero: 11,
  integer: 12,
  point: 13,
  fraction: 14,
  exponent: 15,
  exponentSign: 16,
  exponentDigits: 17,
  item: 18,
} as const

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44

/**
 * Finds the end of one JSON value while it arrives, strictly: the first character that no JSON document could have
 * there makes it fail. It builds nothing; what it read is passed on verbatim, except that a comma and an escape wait
 * for what they announce: neither can be taken back, and both may turn out to be the damage.
 *
 *     {"tags": ["a",]}        {"pattern": "\d"}
 *                  ^ waits                 ^ waits
 */
export class JsonScanner implements Reader {
  done = false
  /** Why the value is not JSON; undefined while it may be. */
  problem: string | undefined
  readonly #sink: (text: string) => void
  /** Open containers, innermost last: true for an object. */
  readonly #objects: boolean[] = []
  #state: number = S.value
  #inKey = false
  #word = ''
  #left = 0
  /** Where in the text that is being read the comma or escape stands that waits. */
  #waitsAt = 0
  #held = ''

  constructor(sink: (text: string) => void = () => {}) {
    this.#sink = sink
  }

  read(text: string, at: number, ended: boolean): number {
    this.#waitsAt = at
    const stop = this.#scan(text, at)
    const end = this.#waits ? this.#waitsAt : stop
    if (end > at) {
      const said = end - at === text.length ? text : text.slice(at, end)
      this.#sink(this.#held === '' ? said : this.#held + said)
      this.#held = ''
    }
    if (stop > end) this.#held += text.slice(end, stop)
    if (ended && !this.done) this.#end()
    return stop
  }

  get #waits(): boolean {
    const state = this.#state
    return state === S.key || state === S.item || state === S.escape || state === S.unicode
  }

  #end(): void {
    const whole =
      this.#objects.length === 0 &&
      (this.#state === S.zero || this.#state === S.integer || this.#state === S.fraction || this.#state === S.exponentDigits)
    if (!whole) this.problem ??= this.#state === S.string ? 'a string is never closed' : 'it breaks off'
    this.done = true
  }

  #scan(text: string, at: number): number {
    let index = at
    while (index < text.length && !this.done) {
      if (this.#state === S.string) {
        index = this.#string(text, index)
        continue
      }
      const code = text.charCodeAt(index)
      if (!this.#step(code, text.charAt(index))) continue
      if (code === COMMA) this.#waitsAt = index
      index++
    }
    return index
  }

  /** Inside a string only three things matter, so this loop is where long arguments spend their time. */
  #string(text: string, at: number): number {
    for (let index = at; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === QUOTE) {
        this.#endValueOrKey()
        return index + 1
      }
      if (code === BACKSLASH) {
        if (isSimpleEscape(text.charCodeAt(index + 1))) {
          index++
          continue
        }
        this.#state = S.escape
        this.#waitsAt = index
        return index + 1
      }
      if (code < 32) {
        this.#fail('a string holds a raw line break or control character')
        return index
      }
    }
    return text.length
  }

  /** Takes one character outside of strings. Returns whether it belongs to the value. */
  #step(code: number, char: string): boolean {
    switch (this.#state) {
      case S.escape:
        return this.#escape(code, char)
      case S.unicode:
        if (!/[0-9a-fA-F]/.test(char)) return this.#fail(`\`\\u\` wants four hexadecimal digits, not \`${char}\``)
        if (--this.#left === 0) this.#state = S.string
        return true
      case S.word:
        return this.#wordCharacter(char)
      case S.minus:
      case S.zero:
      case S.integer:
      case S.point:
      case S.fraction:
      case S.exponent:
      case S.exponentSign:
      case S.exponentDigits:
        return this.#numberCharacter(code, char)
      default:
        if (code === 32 || code === 10 || code === 13 || code === 9) return true
        return this.#structure(code, char)
    }
  }

  #structure(code: number, char: string): boolean {
    switch (this.#state) {
      case S.value:
      case S.item:
        return this.#value(code, char)
      case S.firstItem:
        return code === 93 ? this.#close() : this.#value(code, char)
      case S.firstKey:
        if (code === 125) return this.#close()
        return code === QUOTE ? this.#key() : this.#fail(`a key in double quotes is expected before \`${char}\``)
      case S.key:
        return code === QUOTE ? this.#key() : this.#fail(`a key in double quotes is expected before \`${char}\``)
      case S.colon:
        if (code !== 58) return this.#fail(`a colon is expected before \`${char}\``)
        this.#state = S.value
        return true
      default:
        return this.#afterValue(code, char)
    }
  }

  #value(code: number, char: string): boolean {
    if (code === QUOTE) {
      this.#state = S.string
      this.#inKey = false
      return true
    }
    if (code === 123 || code === 91) return this.#open(code === 123)
    if (code === 45) return this.#to(S.minus)
    if (code === 48) return this.#to(S.zero)
    if (code >= 49 && code <= 57) return this.#to(S.integer)
    const word = char === 't' ? 'true' : char === 'f' ? 'false' : char === 'n' ? 'null' : undefined
    if (word === undefined) return this.#fail(`a value is expected before \`${char}\``)
    this.#word = word.slice(1)
    return this.#to(S.word)
  }

  #afterValue(code: number, char: string): boolean {
    const inObject = this.#objects.at(-1)
    if (code === COMMA) return this.#to(inObject ? S.key : S.item)
    if (code === (inObject ? 125 : 93)) return this.#close()
    return this.#fail(`a comma or the end is expected before \`${char}\``)
  }

  #escape(code: number, char: string): boolean {
    if (code === 117) {
      this.#left = 4
      return this.#to(S.unicode)
    }
    if (!isSimpleEscape(code)) return this.#fail(`\`\\${char}\` is no escape that JSON knows`)
    return this.#to(S.string)
  }

  #wordCharacter(char: string): boolean {
    if (char !== this.#word.charAt(0)) return this.#fail(`a value is expected before \`${char}\``)
    this.#word = this.#word.slice(1)
    if (this.#word === '') this.#endValueOrKey()
    return true
  }

  #numberCharacter(code: number, char: string): boolean {
    const state = this.#state
    const digit = code >= 48 && code <= 57
    if (state === S.minus) return digit ? this.#to(code === 48 ? S.zero : S.integer) : this.#fail('a digit is expected after `-`')
    if (state === S.point) return digit ? this.#to(S.fraction) : this.#fail('a digit is expected after the point')
    if (state === S.exponent && (char === '+' || char === '-')) return this.#to(S.exponentSign)
    if (state === S.exponent || state === S.exponentSign)
      return digit ? this.#to(S.exponentDigits) : this.#fail('a digit is expected in the exponent')
    if (digit && state !== S.zero) return true
    if (digit) return this.#fail('a number does not begin with zero')
    if (char === '.' && (state === S.zero || state === S.integer)) return this.#to(S.point)
    if ((char === 'e' || char === 'E') && state !== S.exponentDigits) return this.#to(S.exponent)
    this.#endValueOrKey()
    return false
  }

  #open(object: boolean): boolean {
    if (this.#objects.length >= MAX_DEPTH) return this.#fail(`it is nested deeper than ${MAX_DEPTH} levels`)
    this.#objects.push(object)
    return this.#to(object ? S.firstKey : S.firstItem)
  }

  #close(): boolean {
    this.#objects.pop()
    this.#inKey = false
    this.#endValueOrKey()
    return true
  }

  #key(): boolean {
    this.#inKey = true
    return this.#to(S.string)
  }

  #endValueOrKey(): void {
    if (this.#inKey) {
      this.#inKey = false
      this.#state = S.colon
    } else if (this.#objects.length === 0) {
      this.done = true
    } else {
      this.#state = S.after
    }
  }

  #to(state: number): true {
    this.#state = state
    return true
  }

  #fail(problem: string): false {
    this.problem = problem
    this.done = true
    return false
  }
}

/** `"` `\` `/` `b` `f` `n` `r` `t` */
function isSimpleEscape(code: number): boolean {
  return code === 110 || code === 34 || code === 92 || code === 116 || code === 47 || code === 114 || code === 98 || code === 102
}
