import type { Sentence } from '../../canonical/sentence.ts'
import { say } from '../../canonical/words.ts'
import { MarkSet } from '../../engine/marks.ts'
import type { Reader } from '../../engine/source.ts'

const DOUBLE = new MarkSet(['"', '\\'])
const SINGLE = new MarkSet(["'", '\\'])

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
  ['0', '\0'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['\n', ''],
])
const HEX: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

/** Reads what a Python string says, from behind its opening quotes to behind its closing ones. */
export class PythonText implements Reader {
  done = false
  problem: Sentence | undefined
  readonly #quote: string
  readonly #sink: (decoded: string) => void
  readonly #specials: MarkSet
  #half = ''

  /** `quote` is `'`, `"`, or three of them. */
  constructor(quote: string, sink: (decoded: string) => void) {
    this.#quote = quote
    this.#specials = quote.startsWith('"') ? DOUBLE : SINGLE
    this.#sink = sink
  }

  read(text: string, at: number, ended: boolean): number {
    let decoded = this.#half
    this.#half = ''
    let index = at
    while (index < text.length) {
      const char = text.charAt(index)
      if (char === '\\') {
        const escape = readEscape(text, index, ended)
        if (escape === undefined) break
        decoded += escape.decoded
        index += escape.length
      } else if (char === this.#quote.charAt(0)) {
        const closes = text.startsWith(this.#quote, index)
        if (!closes && !ended && text.length - index < this.#quote.length) break
        index += closes ? this.#quote.length : 1
        if (closes) {
          this.done = true
          break
        }
        decoded += char
      } else {
        const from = index
        index = this.#specials.nextHead(text, from)
        decoded += text.slice(from, index)
      }
    }
    if (ended && !this.done) {
      this.problem = say('call.string-unclosed')
      this.done = true
    }
    this.#emit(decoded)
    return index
  }

  /** Half of a surrogate pair waits for the other. */
  #emit(decoded: string): void {
    const last = decoded.charCodeAt(decoded.length - 1)
    const isHalf = !this.done && last >= 0xd800 && last <= 0xdbff
    if (isHalf) this.#half = decoded.slice(-1)
    const whole = isHalf ? decoded.slice(0, -1) : decoded
    if (whole !== '') this.#sink(whole)
  }
}

/** Undefined while the escape is still arriving. An escape that Python does not know stays as it is written. */
function readEscape(text: string, at: number, ended: boolean): { readonly decoded: string; readonly length: number } | undefined {
  const kind = text.charAt(at + 1)
  if (kind === '') return ended ? { decoded: '\\', length: 1 } : undefined
  const digits = HEX.get(kind)
  if (digits === undefined) return { decoded: ESCAPES.get(kind) ?? `\\${kind}`, length: 2 }
  const hex = text.slice(at + 2, at + 2 + digits)
  if (hex.length < digits && !ended && /^[0-9a-fA-F]*$/.test(hex)) return undefined
  const code = /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1
  if (code < 0 || code > 0x10ffff) return { decoded: `\\${kind}`, length: 2 }
  return { decoded: String.fromCodePoint(code), length: 2 + digits }
}
