/** What may stand before a fence on its line: white space, a quotation, a list. */
const LEAD = /^[\s>*+-]*$/
const TICK = 96
const TILDE = 126

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
    let from = 0
    if (this.#run === 0 && !/[`~]/.test(text)) return this.#words(text)
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code !== TICK && code !== TILDE) continue
      this.#words(text.slice(from, index))
      if (this.#run > 0 && code !== this.#char) this.#endRun()
      if (this.#run === 0) this.#runLeads = this.#leads
      this.#char = code
      this.#run++
      from = index + 1
    }
    this.#words(text.slice(from))
  }

  /** Text without runs. */
  #words(text: string): void {
    if (text === '') return
    this.#endRun()
    const lines = text.split('\n')
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#endLine()
      this.#leads &&= LEAD.test(line)
      this.#blank &&= line.trim() === ''
    }
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
