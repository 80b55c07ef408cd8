/**
 * The arguments of one call on their way to a client, a valid beginning of a JSON object at any moment. Its last brace waits until
 * the call is known to be whole: behind it nothing could be taken back. A call that breaks is spoiled instead, because clients
 * complete cut-off JSON by themselves and would run half a call:
 *
 *     {"path":"/a","content":"hal                        sent
 *                                "                       completes what is open
 *                                 ,"path":[[0],[0]],…    no reader keeps a value that came
 *                                                   }::"…"    and most find no object at all
 */
export class SentArguments {
  /** Whether a client that completes what was sent gets an object that can be told from an empty one. `__proto__` is no member to careless readers. */
  hasKey = false
  #held = ''
  /** Open brackets, the outermost first. */
  readonly #open: ('{' | '[')[] = []
  readonly #keys: string[] = []
  #expects: Expected = 'object'
  /** The number, word or key that is being written. */
  #token = ''
  #string: 'none' | 'key' | 'value' = 'none'
  /** The string that was written last, as a value inside of a value. */
  #words = ''
  /** How many characters of an escape are still to come. */
  #escape = 0
  #stuck = false

  /** What may be sent of it. What is no JSON, and the last brace, stay here. */
  push(text: string): string {
    if (this.#stuck) {
      this.#held += text
      return ''
    }
    for (let index = this.#skipPlain(text, 0); index < text.length; index = this.#skipPlain(text, index + 1)) {
      if (this.#read(text.charCodeAt(index), text[index] ?? '')) continue
      this.#stuck = true
      this.#held = text.slice(index)
      return text.slice(0, index)
    }
    return text
  }

  /** What was kept back, now that the call is whole. */
  rest(): string {
    const held = this.#held
    this.#held = ''
    return held
  }

  /** What to send behind a call that broke. */
  spoil(): string {
    const closed = this.#endToken() + this.#endValue() + this.#endNested() + this.#closeNested()
    const first = this.#expects === 'key' || this.#expects === 'first-key' ? '' : ','
    const spoiled = this.#keys.map((key) => `${key}:${NO_VALUE}`).join(',')
    return `${closed}${first}${spoiled}}::${REASON}`
  }

  /** Most of what is sent are the words of a string, which change nothing. */
  #skipPlain(text: string, index: number): number {
    if (this.#string !== 'value' || this.#escape !== 0) return index
    PLAIN.lastIndex = index
    PLAIN.test(text)
    if (this.#open.length > 1) this.#words += text.slice(index, PLAIN.lastIndex)
    return PLAIN.lastIndex
  }

  /** Takes one character; false when JSON has none such here, or when it would end the object. */
  #read(unit: number, character: string): boolean {
    if (this.#string !== 'none') return this.#readInString(unit, character)
    if (isTokenUnit(unit)) return this.#readInToken(character)
    if (!this.#closeToken()) return false
    if (unit === 32 || unit === 10 || unit === 13 || unit === 9) return true
    return this.#readSign(character)
  }

  #readInString(unit: number, character: string): boolean {
    // There are lenient readers that take the quote behind it for the end of the key.
    if (this.#string === 'key' && character === '\\') return false
    if (this.#string === 'key' && this.#open.length === 1) this.#token += character
    if (this.#string === 'value' && this.#open.length > 1) this.#words += character
    if (this.#escape === UNKNOWN_ESCAPE) this.#escape = character === 'u' ? 4 : 0
    else if (this.#escape > 0) this.#escape--
    else if (unit < 32) return false
    else if (character === '\\') this.#escape = UNKNOWN_ESCAPE
    else if (character === '"') this.#endString()
    return true
  }

  #endString(): void {
    if (this.#string === 'key' && this.#open.length === 1) {
      this.#keys.push(this.#token)
      this.hasKey ||= !this.#token.includes('__proto__')
    }
    this.#expects = this.#string === 'key' ? 'colon' : 'next'
    this.#string = 'none'
    this.#token = ''
  }

  #readInToken(character: string): boolean {
    const token = this.#token
    if (token === '' && this.#expects !== 'value' && this.#expects !== 'first-value') return false
    if (!goesOn(token, character)) return false
    this.#expects = 'value'
    this.#token = token + character
    return true
  }

  #closeToken(): boolean {
    if (this.#token === '') return true
    if (!isWhole(this.#token)) return false
    this.#token = ''
    return this.#expect('next')
  }

  #readSign(character: string): boolean {
    const expected = this.#expects
    const words = this.#words
    this.#words = ''
    if (leavesOpen(words, character)) return false
    if (expected === 'object') return character === '{' && this.#push('{')
    switch (character) {
      case '"':
        if (expected === 'key' || expected === 'first-key') this.#token = character
        else if (expected !== 'value' && expected !== 'first-value') return false
        this.#string = this.#token === '' ? 'value' : 'key'
        return true
      case '{':
      case '[':
        return (expected === 'value' || expected === 'first-value') && this.#push(character)
      case ':':
        return expected === 'colon' && this.#expect('value')
      case ',':
        return expected === 'next' && this.#expect(this.#open.at(-1) === '{' ? 'key' : 'value')
      case '}':
        return (expected === 'next' || expected === 'first-key') && this.#open.length > 1 && this.#pop('{')
      case ']':
        return (expected === 'next' || expected === 'first-value') && this.#pop('[')
      default:
        return false
    }
  }

  #expect(expected: Expected): true {
    this.#expects = expected
    return true
  }

  #push(bracket: '{' | '['): true {
    this.#open.push(bracket)
    return this.#expect(bracket === '{' ? 'first-key' : 'first-value')
  }

  #pop(bracket: '{' | '['): boolean {
    if (this.#open.at(-1) !== bracket) return false
    this.#open.pop()
    return this.#expect('next')
  }

  /** Completes the string, number or word in which the text was cut. */
  #endToken(): string {
    if (this.#string !== 'none') {
      const escape = this.#escape === UNKNOWN_ESCAPE ? '\\' : '0'.repeat(this.#escape)
      if (this.#string === 'key' && this.#open.length === 1) this.#token += `${escape}"`
      this.#endString()
      return `${escape}"`
    }
    const token = this.#token
    if (token === '') return ''
    this.#token = ''
    this.#expects = 'next'
    if (isWhole(token)) return ''
    return WORDS.find((word) => word.startsWith(token))?.slice(token.length) ?? '0'
  }

  #endValue(): string {
    const missing = MISSING[this.#expects]
    if (missing !== '') this.#expects = 'next'
    return missing
  }

  /** No bracket stands right behind words that were cut: see `leavesOpen`. */
  #endNested(): string {
    if (this.#open.length < 2 || this.#expects !== 'next') return ''
    return this.#open.at(-1) === '{' ? ',"":null' : ',null'
  }

  #closeNested(): string {
    let closing = ''
    while (this.#open.length > 1) {
      if (this.#expects === 'key' || this.#expects === 'first-key') closing += '"":null'
      closing += this.#open.pop() === '{' ? '}' : ']'
      this.#expects = 'next'
    }
    return closing
  }
}

type Expected = 'object' | 'first-key' | 'key' | 'colon' | 'first-value' | 'value' | 'next'

/** What completes a member that was cut between its signs. */
const MISSING: { readonly [State in Expected]: string } = {
  object: '',
  'first-key': '',
  key: '',
  colon: ':null',
  // Some readers choke on a list that is empty but for white space.
  'first-value': 'null',
  value: 'null',
  next: '',
}

/** What no tool takes for a text, a number, an object or a list of them. There are clients that take `null` for an empty text, and run. */
const NO_VALUE = '[[0],[0]]'
const REASON = '"this call broke off and must not run"'
const UNKNOWN_ESCAPE = -1
const WORDS: readonly string[] = ['true', 'false', 'null']
const PLAIN = /[^"\\\p{Cc}]*/uy

/** Lower-case letters, digits and the signs of numbers. */
function isTokenUnit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122) || unit === 45 || unit === 46
}

/** Whether a number or a word may go on so. Exponents may not: there are lenient readers that do not know them and lose their place. */
function goesOn(token: string, next: string): boolean {
  if (WORDS.some((word) => word.startsWith(token + next))) return true
  if (isDigit(next)) return token === '' || !/^[a-z]/.test(token)
  if (next === '-') return token === ''
  return next === '.' && isDigit(token.at(-1) ?? '') && !token.includes('.')
}

/** Whether a bracket behind the words would close one in them: there are lenient readers that take it for a part of the words. */
function leavesOpen(words: string, closing: string): boolean {
  const opening = closing === '}' ? '{' : closing === ']' ? '[' : undefined
  return opening !== undefined && words.split(opening).length > words.split(closing).length
}

function isWhole(token: string): boolean {
  return WORDS.includes(token) || isDigit(token.at(-1) ?? '')
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
