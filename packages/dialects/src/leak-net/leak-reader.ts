import { flaw } from '../canonical/flaws.ts'
import { inputJson, type SpokenPart, type ToolCall } from '../canonical/part.ts'
import type { PartEvent, StreamEvent } from '../canonical/stream-event.ts'
import type { DialectParser } from '../dialect.ts'
import { CodeSpans } from '../engine/code-spans.ts'

const LEAKED = flaw('leaked')

export interface LeakHost {
  newPart(): number
  /** Whether this call counts. */
  takes(call: ToolCall): boolean
}

/** One text. What the parser has read of it is passed on as it came; a call that counts is taken out. */
export class LeakReader {
  readonly #parser: DialectParser
  readonly #host: LeakHost
  readonly #code = new CodeSpans()
  /** What came and was not passed on. */
  #held = ''
  #text: { readonly part: number; said: string } | undefined
  /** Which parts of the parser are calls. */
  readonly #calls = new Set<number>()
  #out: StreamEvent[] = []

  constructor(parser: DialectParser, host: LeakHost) {
    this.#parser = parser
    this.#host = host
  }

  push(chunk: string): readonly StreamEvent[] {
    this.#held += chunk
    return this.#heard(this.#parser.push(chunk))
  }

  end(): readonly StreamEvent[] {
    const events = this.#heard(this.#parser.end())
    this.#pass(this.#held.length)
    this.#endText()
    return [...events, ...this.#taken()]
  }

  #heard(events: readonly PartEvent[]): readonly StreamEvent[] {
    for (const event of events) {
      if (event.type === 'part-start' && event.kind === 'tool-call') this.#calls.add(event.part)
      if (event.type === 'part-delta' && !this.#calls.has(event.part)) this.#passText(event.text)
      if (event.type === 'part-end') this.#passCall(event.value)
    }
    return this.#taken()
  }

  #passText(text: string): void {
    const at = this.#held.indexOf(text)
    if (at >= 0) this.#pass(at + text.length)
  }

  #passCall(value: SpokenPart): void {
    if (value.type !== 'tool-call' && value.type !== 'broken-call') return
    const { source = '' } = value
    const at = this.#held.indexOf(source)
    if (at < 0) return
    this.#pass(at)
    if (value.type !== 'tool-call' || this.#isShown(source) || !this.#host.takes(value)) return this.#pass(source.length)
    this.#held = this.#held.slice(source.length)
    this.#endText()
    this.#say({ ...value, flaws: [...(value.flaws ?? []), LEAKED] })
  }

  /** A fence around a call, or one that the call brings along: whoever shows an example writes it so. */
  #isShown(source: string): boolean {
    return this.#code.inside !== undefined || source.trimStart().startsWith('```')
  }

  #say(call: ToolCall): void {
    const part = this.#host.newPart()
    this.#out.push(
      { type: 'part-start', part, kind: 'tool-call', callId: call.id, name: call.name },
      { type: 'part-delta', part, text: inputJson(call) },
      { type: 'part-end', part, value: call },
    )
  }

  #pass(length: number): void {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    if (text === '') return
    this.#code.push(text)
    if (!this.#text) {
      this.#text = { part: this.#host.newPart(), said: '' }
      this.#out.push({ type: 'part-start', part: this.#text.part, kind: 'text' })
    }
    this.#text.said += text
    this.#out.push({ type: 'part-delta', part: this.#text.part, text })
  }

  #endText(): void {
    if (!this.#text) return
    const { part, said } = this.#text
    this.#text = undefined
    this.#out.push({ type: 'part-end', part, value: { type: 'text', text: said } })
  }

  #taken(): readonly StreamEvent[] {
    const out = this.#out
    this.#out = []
    return out
  }
}
