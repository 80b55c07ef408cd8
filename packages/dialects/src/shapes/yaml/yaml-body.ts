import { MarkSet, MORE, NO } from '../../engine/marks.ts'
import { type Reader, TextPile } from '../../engine/source.ts'

/** How far is looked behind a closing tag for what tells whether it is one. */
const MOST_AHEAD = 320
/** No line that announces a block of text is longer. */
const MOST_HEAD = 1024
const STOPS = /* @__PURE__ */ new MarkSet(['<', '\n'])
/** A line that a block of text follows: `content: |`, `- >-`, `- content: |`. */
const BLOCK = /^[ \t]*((?:-[ \t]+)*)([^\n]*?:[ \t]+)?[|>][-+\d]*[ \t]*(?:#[^\n]*)?\r?$/
/** How a mapping goes on. */
const KEY = /^(?:- |"(?:[^"\\\n]|\\.)*"[ \t]*:|[\p{L}\p{N}_$.-]+[ \t]*:(?:\s|$))/u

/**
 * Reads a YAML mapping up to the tag that closes it. Inside of a text no tag counts, whosever it is:
 *
 *     <write_file>
 *     content: |
 *       <ping/>
 *       </write_file>
 *     </write_file>
 */
export class YamlBody implements Reader {
  done = false
  /**
   * How it ended: at its tag; at its tag, which stood where the last text goes on; where another call begins. Absent:
   * with the text.
   */
  end: 'closed' | 'set in' | 'interrupted' | undefined
  readonly body = new TextPile()
  readonly #close: string
  readonly #others: MarkSet
  /** The beginning of the line that is being read, how far it is set in, and whether there is nothing else in it. */
  #line = ''
  #indent = 0
  #blank = true
  /** How far the key of a block is set in; what is set in further is its text. */
  #key: number | undefined

  /** `others`: what opens another call. */
  constructor(close: string, others: MarkSet) {
    this.#close = close
    this.#others = others
  }

  read(text: string, at: number, ended: boolean): number {
    for (let from = at; ; ) {
      const place = STOPS.nextHead(text, from)
      this.#take(text.slice(from, place))
      if (place === text.length) {
        this.done = ended
        return place
      }
      if (text.charAt(place) === '\n') this.#endLine()
      else {
        const length = this.#endAt(text, place, ended)
        if (length === MORE && !ended) return place
        if (length >= 0) {
          this.done = true
          return place + length
        }
        this.#take('<')
      }
      from = place + 1
    }
  }

  #take(piece: string): void {
    if (piece === '') return
    this.body.add(piece)
    if (this.#line.length < MOST_HEAD) this.#line += piece
    if (!this.#blank) return
    const margin = piece.search(/[^ \t]|$/)
    this.#indent += margin
    this.#blank = margin === piece.length
  }

  #endLine(): void {
    this.body.add('\n')
    if (this.#line.trim() !== '' && !this.#isText(this.#indent)) {
      const [head, dashes = '', key] = BLOCK.exec(this.#line) ?? []
      this.#key = head === undefined ? undefined : this.#indent + (key === undefined ? 0 : dashes.length)
    }
    this.#line = ''
    this.#indent = 0
    this.#blank = true
  }

  /** Whether a line that is set in so far belongs to the text of a block. */
  #isText(indent: number): boolean {
    return this.#key !== undefined && indent > this.#key
  }

  /** The length of what ends the mapping at a `<`; what opens another call is left unread. */
  #endAt(text: string, at: number, ended: boolean): number {
    const close = this.#close
    const inText = this.#isText(this.#indent)
    if (text.startsWith(close, at)) {
      const behind = at + close.length
      const counts = inText ? this.#lastOfText(text, behind, ended) : this.#blank ? 1 : lineEnds(text, behind, ended)
      if (counts > 0) this.end = inText ? 'set in' : 'closed'
      return counts > 0 ? close.length : counts
    }
    if (close.startsWith(text.slice(at))) return MORE
    if (inText || !this.#blank) return NO
    const match = this.#others.matchAt(text, at, ended)
    if (match === MORE || match === NO) return match
    this.end = 'interrupted'
    return 0
  }

  /** Whether a closing tag in a text is the last of its line, and neither the text nor the mapping goes on behind it. */
  #lastOfText(text: string, at: number, ended: boolean): number {
    const ahead = text.slice(at, at + MOST_AHEAD)
    const full = ended || ahead.length === MOST_AHEAD
    const solid = ahead.search(/\S/)
    if (solid < 0) return ended ? 1 : full ? NO : MORE
    const line = ahead.lastIndexOf('\n', solid)
    if (line < 0 || this.#isText(solid - line - 1)) return NO
    const next = ahead.slice(solid)
    if (!full && (this.#close.startsWith(next) || !/[:<\n]/.test(next))) return MORE
    return next.startsWith(this.#close) || KEY.test(next) ? NO : 1
  }
}

function lineEnds(text: string, at: number, ended: boolean): number {
  const ahead = text.slice(at, at + MOST_AHEAD)
  const solid = ahead.search(/[^ \t\r]/)
  if (solid < 0) return ended || ahead.length === MOST_AHEAD ? 1 : MORE
  return ahead.charAt(solid) === '\n' ? 1 : NO
}
