import { DEPTHS } from '../../canonical/depths.ts'
import type { Sentence } from '../../canonical/sentence.ts'
import { say } from '../../canonical/words.ts'
import { isSpace } from '../../engine/readers.ts'
import type { Reader } from '../../engine/source.ts'
import { jump, LEAST_RUN, RUN } from './json-text.ts'

/** A value is expected. */
const VALUE = 0
const FIRST_ITEM = 1
const FIRST_KEY = 2
const COLON = 3
const AFTER = 4
const STRING = 5
/** In these, what was read last waits for what it announces. */
const ITEM = 6
const KEY = 7
const ESCAPE = 8
const ATOM = 9

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44

const ATOM_TEXT = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
/** As much as there is of an escape by number. */
const UNICODE = /^\\u[\da-fA-F]*$/

/**
 * Finds the end of one JSON value while it arrives, strictly: what no JSON document could have there makes it fail. It
 * builds nothing; what it read is passed on verbatim, except that a comma, an escape, a number and a word wait until
 * they are whole: none can be taken back, and each may turn out to be the damage.
 *
 *     {"tags": ["a",]}        {"pattern": "\d"}        {"done": True}
 *                  ^ waits                 ^ waits              ^^^^ waits
 */
export class JsonScanner implements Reader {
  done = false
  /** Why the value is not JSON; undefined while it may be. */
  problem: Sentence | undefined
  readonly #sink: (text: string) => void
  /** Open containers, innermost last: true for an object. */
  readonly #objects: boolean[] = []
  #state: number = VALUE
  #inKey = false
  /** How far the text that is being read was passed on, and where in it that stands what waits. */
  #said = 0
  #waitsAt = 0
  #held = ''

  constructor(sink: (text: string) => void = () => {}) {
    this.#sink = sink
  }

  /** Whether a string is open and nothing waits. */
  get inString(): boolean {
    return this.#state === STRING && !this.done
  }

  read(text: string, at: number, ended: boolean): number {
    this.#said = at
    this.#waitsAt = at
    const stop = this.#scan(text, at)
    if (ended && !this.done) this.#end(text, stop)
    const end = this.#state >= ITEM ? this.#waitsAt : stop
    // What waited may be over with the first character that is not read.
    if (end > this.#said || this.#state < ITEM) this.#say(text, end)
    if (stop > end) this.#held += text.slice(end, stop)
    return stop
  }

  /** Passes on what was held and what was read since, up to `end`. */
  #say(text: string, end: number): void {
    this.#sink(this.#held + text.slice(this.#said, end))
    this.#held = ''
    this.#said = end
  }

  #end(text: string, stop: number): void {
    if (this.#state === ATOM) this.#endAtom(text, stop)
    if (!this.done) this.#fail(this.#state === STRING ? say('call.string-unclosed') : say('call.breaks-off'))
  }

  #scan(text: string, at: number): number {
    let index = at
    while (index < text.length && !this.done) {
      if (this.#state === STRING) index = this.#string(text, index, index === at)
      else if (this.#state === ATOM) {
        index = jump(ATOM_RUN, text, index)
        if (index < text.length) this.#endAtom(text, index)
      } else if (this.#step(text.charCodeAt(index), text, index)) index++
    }
    return index
  }

  /**
   * Inside a string only three things matter, so this is where long arguments spend their time. One that goes on from
   * the last chunk is probably long; of one that begins, the first characters are walked through.
   */
  #string(text: string, at: number, goesOn: boolean): number {
    const patience = goesOn ? at : at + LEAST_RUN
    for (let index = at; ; index++) {
      if (index === patience && text.length - index >= LEAST_RUN) index = plainEnd(text, index)
      if (index >= text.length) return text.length
      const code = text.charCodeAt(index)
      if (code === QUOTE) {
        this.#endValue()
        return index + 1
      }
      if (code === BACKSLASH) {
        if (isSimpleEscape(text.charAt(index + 1))) {
          index++
          continue
        }
        this.#wait(ESCAPE, text, index)
        return index + 1
      }
      if (code < 32) {
        this.#fail(say('call.string-raw'))
        return index
      }
    }
  }

  /** Takes one character outside of strings, numbers and words. Returns whether it belongs to the value. */
  #step(code: number, text: string, index: number): boolean {
    if (this.#state === ESCAPE) return this.#escape(this.#held + text.slice(this.#waitsAt, index + 1))
    if (isSpace(code)) return true
    switch (this.#state) {
      case FIRST_ITEM:
        return code === 93 ? this.#close() : this.#value(code, text, index)
      case FIRST_KEY:
        return code === 125 ? this.#close() : this.#key(code, text, index)
      case KEY:
        return this.#key(code, text, index)
      case COLON:
        return code === 58 ? this.#to(VALUE) : this.#misfit(say('call.wanted-colon'), text, index)
      case AFTER:
        return this.#afterValue(code, text, index)
      default:
        return this.#value(code, text, index)
    }
  }

  #value(code: number, text: string, index: number): boolean {
    if (code === QUOTE) return this.#to(STRING)
    if (code === 123 || code === 91) return this.#open(code === 123)
    return /[-\dtfn]/.test(text.charAt(index))
      ? this.#wait(ATOM, text, index)
      : this.#misfit(say('call.wanted-value'), text, index)
  }

  #key(code: number, text: string, index: number): boolean {
    if (code !== QUOTE) return this.#misfit(say('call.wanted-key'), text, index)
    this.#inKey = true
    return this.#to(STRING)
  }

  #afterValue(code: number, text: string, index: number): boolean {
    const inObject = this.#objects.at(-1)
    if (code === COMMA) return this.#wait(inObject ? KEY : ITEM, text, index)
    return code === (inObject ? 125 : 93) ? this.#close() : this.#misfit(say('call.wanted-comma'), text, index)
  }

  /** The escape as far as it came. */
  #escape(text: string): boolean {
    if (UNICODE.test(text)) return text.length < 6 || this.#to(STRING)
    if (text.length === 2 && isSimpleEscape(text.charAt(1))) return this.#to(STRING)
    return this.#fail(say('call.escape', { escape: text.slice(0, 2) }))
  }

  #endAtom(text: string, end: number): void {
    const atom = this.#held + text.slice(this.#waitsAt, end)
    if (ATOM_TEXT.test(atom)) this.#endValue()
    else this.#fail(say('call.value', { value: atom.slice(0, 40) }))
  }

  #open(object: boolean): boolean {
    if (this.#objects.length >= DEPTHS.stream) return this.#fail(say('call.deeper', { most: DEPTHS.stream }))
    this.#objects.push(object)
    return this.#to(object ? FIRST_KEY : FIRST_ITEM)
  }

  #close(): boolean {
    this.#objects.pop()
    this.#endValue()
    return true
  }

  #endValue(): void {
    this.#state = this.#inKey ? COLON : AFTER
    this.done = !this.#inKey && this.#objects.length === 0
    this.#inKey = false
  }

  #wait(state: number, text: string, index: number): true {
    // What waited before waits no longer; what is held must be what waits now.
    if (this.#held !== '') this.#say(text, index)
    this.#waitsAt = index
    return this.#to(state)
  }

  #to(state: number): true {
    this.#state = state
    return true
  }

  #misfit(wanted: string | Sentence, text: string, index: number): false {
    return this.#fail(say('call.expected', { wanted, next: text.charAt(index) }))
  }

  #fail(problem: Sentence): false {
    this.problem = problem
    this.done = true
    return false
  }
}

/** What a number or a word is made of. */
const ATOM_RUN = /[\w.+-]*/y

/** Where the run of characters and escapes at `at` ends. */
function plainEnd(text: string, at: number): number {
  let end = at
  let from = -1
  // At a backslash it may have stopped only to count.
  while (end > from && (from < 0 || text.charCodeAt(end) === BACKSLASH)) {
    from = end
    end = jump(RUN, text, from)
  }
  return end
}

/** Whether the character makes an escape by itself. */
const isSimpleEscape = (char: string): boolean => char !== '' && '"\\/bfnrt'.includes(char)
