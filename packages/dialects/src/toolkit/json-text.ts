import type { Reader } from './source.ts'

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** Reads a JSON string, quotes included, and passes on what it says. */
export class JsonText implements Reader {
  done = false
  problem: string | undefined
  readonly #sink: (decoded: string) => void
  #opened = false
  /** An escape that is cut by a chunk's edge: `\`, `\u`, `\u00`, … */
  #escape = ''
  /** The first half of a surrogate pair, kept until the second comes. */
  #half = ''
  /** Something was found that is no JSON: from there on every character is looked at. */
  #doubtful = false

  constructor(sink: (decoded: string) => void) {
    this.#sink = sink
  }

  read(text: string, at: number, ended: boolean): number {
    let decoded = this.#half
    this.#half = ''
    let index = at
    while (index < text.length && !this.done) {
      if (this.#escape !== '') {
        decoded += this.#continueEscape(text.charAt(index))
        if (this.problem === undefined) index++
        continue
      }
      const char = text.charAt(index)
      if (!this.#opened) {
        if (char !== '"') this.#fail('a string in double quotes is expected')
        else index++
        this.#opened = true
        continue
      }
      const whole = this.#doubtful ? undefined : decodedRun(text, index)
      this.#doubtful ||= whole?.end === index
      if (whole !== undefined) {
        decoded += whole.decoded
        index = whole.end
        continue
      }
      const plain = plainRun(text, index)
      decoded += text.slice(index, plain)
      index = plain
      if (index < text.length) index = this.#special(text.charAt(index), index)
    }
    if (ended && !this.done) this.#fail('a string is never closed')
    this.#emit(decoded)
    return index
  }

  /** The character that ended a plain run: the closing quote, an escape, or something no string may hold. */
  #special(char: string, index: number): number {
    if (char === '"') this.done = true
    else if (char === '\\') this.#escape = '\\'
    else {
      this.#fail('a string holds a raw line break or control character')
      return index
    }
    return index + 1
  }

  #continueEscape(char: string): string {
    this.#escape += char
    if (this.#escape.length === 2 && char !== 'u') {
      const decoded = ESCAPES.get(char)
      if (decoded === undefined) this.#fail(`\`\\${char}\` is no escape that JSON knows`)
      this.#escape = ''
      return decoded ?? ''
    }
    if (this.#escape.length === 2) return ''
    if (!/[0-9a-fA-F]/.test(char)) {
      this.#fail(`\`\\u\` wants four hexadecimal digits, not \`${char}\``)
      return ''
    }
    if (this.#escape.length < 6) return ''
    const decoded = String.fromCharCode(Number.parseInt(this.#escape.slice(2), 16))
    this.#escape = ''
    return decoded
  }

  #emit(decoded: string): void {
    const last = decoded.charCodeAt(decoded.length - 1)
    if (!this.done && last >= 0xd800 && last <= 0xdbff) {
      this.#half = decoded.slice(-1)
      decoded = decoded.slice(0, -1)
    }
    if (decoded !== '') this.#sink(decoded)
  }

  #fail(problem: string): void {
    this.problem = problem
    this.done = true
  }
}

function plainRun(text: string, at: number): number {
  let index = at
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === 34 || code === 92 || code < 32) break
    index++
  }
  return index
}

/** Shorter runs are decoded faster one by one. */
const LEAST_RUN = 16

/** As much as is certain to be inside the string, decoded in one go. Undefined when that is too little; ends where it began when it is no JSON. */
function decodedRun(text: string, at: number): { readonly decoded: string; readonly end: number } | undefined {
  if (text.length - at < LEAST_RUN) return undefined
  let end = at
  let escapes = false
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (code === 34 || code < 32) break
    if (code === 92) {
      const length = text.charCodeAt(end + 1) === 117 ? 6 : 2
      if (end + length > text.length) break
      escapes = true
      end += length
    } else end++
  }
  if (!escapes || end - at < LEAST_RUN) return undefined
  try {
    return { decoded: JSON.parse(`"${text.slice(at, end)}"`) as string, end }
  } catch {
    return { decoded: '', end: at }
  }
}
