const [LINE, TICK, TILDE] = [10, 96, 126]
/** What may stand before a fence on its line, beside white space: a quotation, a list. */
const LEADS = Array.from('>*+-', (char) => char.charCodeAt(0))
const SIGN = /[`~\n]/g
/** Shorter texts are faster to walk through than to search. */
const LEAST_SEARCH = 16

const isBlank = (code: number): boolean =>
  code === 32 || (code < 33 ? code > 8 && code < 14 : code > 127 && /\s/.test(String.fromCharCode(code)))

/** The next place from `at` where a run or a line may begin, or the text's length. */
function nextSign(text: string, at: number): number {
  if (text.length - at >= LEAST_SEARCH) {
    SIGN.lastIndex = at
    return SIGN.test(text) ? SIGN.lastIndex - 1 : text.length
  }
  let index = at
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === TICK || code === TILDE || code === LINE) break
  }
  return index
}

/**
 * Follows what is said and knows whether it stands in code, as Markdown has it:
 *
 *     Write `<tool_call>` …          a span: from one run of backticks to the next of the same length, or to the end of the paragraph
 *     ```json⏎<tool_call>…⏎```       a fence: from a line that begins with three or more to another
 */
export class CodeSpans {
  /** The run that opened the code which is open: its length, and whether it opened a fence. */
  #open: { readonly char: number; readonly length: number; readonly fence: boolean } | undefined
  /** Whether a fence is still in its first line, where another run makes it a span. */
  #firstLine = false
  /** The run that is being read. */
  #run = 0
  #char = 0
  #runLeads = false
  /** Whether nothing but a lead stands on this line so far. */
  #leads = true
  /** Whether the line so far is blank. */
  #blank = true

  /** The code that what comes next stands in; undefined when it stands in none. */
  get inside(): 'span' | 'fence' | undefined {
    this.#endRun()
    return this.#open && (this.#open.fence ? 'fence' : 'span')
  }

  /** Whether words stand before it on the same line. */
  get inLine(): boolean {
    this.#endRun()
    return !this.#leads
  }

  /** Something else was read, as a call: white space around it may have gone with it. */
  gap(): void {
    this.#endRun()
    this.#leads = true
    this.#blank = false
  }

  push(text: string): void {
    for (let index = 0; index < text.length; index++) {
      // Behind words, only these three mean anything.
      if (this.#run === 0 && !this.#leads && !this.#blank) index = nextSign(text, index)
      const code = text.charCodeAt(index)
      if (code === TICK || code === TILDE) this.#sign(code)
      else if (code === LINE) {
        this.#endRun()
        this.#endLine()
      } else if (index < text.length) this.#word(code)
    }
  }

  #sign(code: number): void {
    if (this.#run > 0 && code !== this.#char) this.#endRun()
    if (this.#run === 0) this.#runLeads = this.#leads
    this.#char = code
    this.#run++
  }

  #word(code: number): void {
    this.#endRun()
    const blank = isBlank(code)
    this.#leads &&= blank || LEADS.includes(code)
    this.#blank &&= blank
  }

  #endLine(): void {
    this.#firstLine = false
    if (this.#blank && !this.#open?.fence) this.#open = undefined
    this.#leads = true
    this.#blank = true
  }

  #endRun(): void {
    const length = this.#run
    if (length === 0) return
    this.#run = 0
    this.#leads = false
    this.#blank = false
    const char = this.#char
    const open = this.#open
    if (open) {
      if (open.char !== char) return
      if (open.fence ? length >= open.length && (this.#runLeads || this.#firstLine) : length === open.length)
        this.#open = undefined
      return
    }
    const fence = length >= 3 && this.#runLeads
    if (char === TILDE && !fence) return
    this.#open = { char, length, fence }
    this.#firstLine = fence
  }
}
