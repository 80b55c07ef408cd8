import { flaw } from '../canonical/flaws.ts'
import { type BrokenCall, type Flaw, inputJson, type ToolCall } from '../canonical/part.ts'
import type { Sentence } from '../canonical/sentence.ts'
import { appendEvent, type PartEvent } from '../canonical/stream-event.ts'
import type { Mender } from '../mender.ts'
import { type CallHost, CallWriter, INVENTED, KeptCalls, offered, SHOWN, type ShownBy, THOUGHT } from './call-writer.ts'
import { CodeSpans } from './code-spans.ts'
import type { MarkSet } from './marks.ts'
import { UntilMark } from './readers.ts'
import { TextPile } from './source.ts'

const NOTHING: readonly PartEvent[] = []
const THOUGHT_UNCLOSED: Flaw = flaw('thought-unclosed')

interface OpenProse {
  readonly kind: 'text' | 'reasoning'
  readonly part: number
  readonly text: TextPile
  /** A thought with the marks that were heard in it, as its drafts are read from. */
  readonly heard: TextPile
}

/** The only place that knows in which order events come. Grammars say what they read; this says it to the world. */
export class PartWriter {
  /** The dialect that calls are read in. A grammar that recognises several says which one it is reading. */
  dialect: string
  /** Why calls that are read from here on are offered to a person instead of run; empty when they are run. */
  doubt: Sentence | undefined
  /** The id of the mark that the call which is read began with: `bare` and `fenced` announce none. */
  openedBy = ''
  /** Whether a call was begun, whatever became of it. */
  called = false
  /** How many calls were read, broken ones not counted. */
  calls = 0
  /** Grows with everything that is written. */
  said = 0
  /** What was thought. */
  readonly thoughts: string[] = []
  readonly #host: CallHost
  readonly #usedIds: Set<string>
  #events: PartEvent[] | undefined
  #nextPart = 0
  #prose: OpenProse | undefined
  /** White space that opens a text: kept back until words follow, dropped when a call does. */
  #blank = ''
  #fresh = ''
  readonly #kept = new KeptCalls()
  #code = new CodeSpans()
  /** The last character that was said. */
  #last = ''
  readonly #results: MarkSet
  /** The end of the text behind the last call that may be the beginning of a result. */
  #tail = ''

  constructor(options: {
    readonly dialect: string
    readonly newId: () => string
    readonly takenIds: Iterable<string>
    readonly renamesCalls?: boolean
    readonly mender: Mender | undefined
    /** How results begin. Only a tool can give one: what is called behind them is called on the strength of nothing. */
    readonly results: MarkSet
  }) {
    this.#usedIds = new Set(options.takenIds)
    this.dialect = options.dialect
    this.#results = options.results
    this.#host = {
      mender: options.mender,
      dialect: () => this.dialect,
      start: (wanted, name) => {
        const id = this.#claimId(options.renamesCalls ? undefined : wanted, options.newId)
        return { id, part: this.#startCall(id, name) }
      },
      delta: (part, text) => this.#delta(part, text),
      end: (part, value) => this.#endCall(part, value),
    }
  }

  /** Whether anything was said, white space not counted. */
  get begun(): boolean {
    return this.#nextPart > 0
  }

  readonly text = (text: string): void => this.#speak('text', text)

  readonly reasoning = (text: string): void => this.#speak('reasoning', text)

  /** A mark that frames the answer is heard, for a result may begin with it, and not said. */
  frame(mark: string): void {
    if (this.#prose?.kind === 'reasoning') return this.#prose.heard.add(mark)
    if (this.called && this.doubt === undefined) this.#watch(this.#tail + mark)
  }

  /** Begins a call. Nothing is said of it until its name is known. */
  call(): CallWriter {
    return new CallWriter(this.#host)
  }

  /** A call that was found in a thought when all was over. */
  offer(call: ToolCall): void {
    const part = this.#startCall(call.id, call.name)
    this.#say({ type: 'part-end', part, value: offered(call, THOUGHT) })
    this.#release()
  }

  /** A call that ended a thought which nobody closed, and the answer with it: it was meant. */
  takeUp(call: ToolCall): void {
    const part = this.#startCall(call.id, call.name)
    this.#delta(part, inputJson(call))
    this.#endCall(part, { ...call, flaws: [...(call.flaws ?? []), THOUGHT_UNCLOSED] })
    this.#release()
  }

  /** The code that what is said next stands in, where marks are only shown; undefined when it stands in none. */
  get inCode(): CodeSpans['inside'] {
    return this.#code.inside
  }

  /** Whether it is open if the last call was meant. */
  get weighing(): boolean {
    return this.#kept.events !== undefined
  }

  /** Whether a thought may still be open: the next call is kept back until that is settled. */
  set unsettled(unsettled: boolean) {
    this.#kept.unsettled = unsettled
  }

  /** A thought has ended. What was called in it, and kept back, was only thought of; and no code goes on behind it. */
  endThought(): void {
    this.#code = new CodeSpans()
    this.unsettled = false
    this.#offerKept(THOUGHT)
  }

  /** The answer is over: nothing will tell any more that a call was not meant. */
  finish(): void {
    this.closeProse()
    this.unsettled = false
    this.#release()
  }

  /** Ends the text or reasoning that is open. */
  closeProse(): void {
    this.#blank = ''
    this.#flush()
    const prose = this.#prose
    if (!prose) return
    this.#prose = undefined
    const { kind, part, text, heard } = prose
    if (kind === 'reasoning') this.thoughts.push(heard.text)
    this.#say({ type: 'part-end', part, value: { type: kind, text: text.text } })
  }

  /** Whether a line of text was begun: what follows stands inside of a sentence. */
  get inLine(): boolean {
    return this.#prose !== undefined && this.#last !== '\n'
  }

  /** What was written since the last time. */
  take(): readonly PartEvent[] {
    this.#flush()
    const events = this.#events
    if (events === undefined) return NOTHING
    this.#events = undefined
    return events
  }

  /** Most chunks make one event, and a list that is made for one is a tenth of a list that may grow. */
  #say(event: PartEvent): void {
    if (this.#kept.events) this.#kept.events.push(event)
    else if (this.#events === undefined) this.#events = [event]
    else this.#events.push(event)
  }

  #speak(kind: 'text' | 'reasoning', text: string): void {
    if (text === '') return
    this.said++
    if (this.#kept.events) this.#weigh(text)
    if (kind === 'text') this.#code.push(text)
    if (kind === 'text' && this.called && this.doubt === undefined) this.#watch(this.#tail + text)
    if (this.#prose && this.#prose.kind !== kind) this.closeProse()
    if (!this.#prose) {
      const all = this.#blank + text
      if (all.trim() === '') {
        this.#blank = all
        return
      }
      this.#blank = ''
      text = all
      this.#prose = { kind, part: this.#nextPart++, text: new TextPile(), heard: new TextPile() }
      this.#say({ type: 'part-start', part: this.#prose.part, kind })
    }
    this.#prose.text.add(text)
    if (kind === 'reasoning') this.#prose.heard.add(text)
    this.#fresh += text
    this.#last = text.slice(-1)
  }

  #watch(text: string): void {
    const reader = new UntilMark(this.#results, () => {})
    this.#tail = text.slice(reader.read(text, 0, false))
    if (reader.found) this.doubt = INVENTED
  }

  /** One delta per chunk, however many pieces the grammar saw in it. */
  #flush(): void {
    if (this.#fresh === '' || !this.#prose) return
    this.#say({ type: 'part-delta', part: this.#prose.part, text: this.#fresh })
    this.#fresh = ''
  }

  /** Words that stand behind a call may say that it was only shown. */
  #weigh(text: string): void {
    const verdict = this.#kept.weigh(text)
    if (verdict === 'shown') this.#offerKept(SHOWN)
    else if (verdict === 'meant') this.#release()
  }

  #offerKept(problem: Sentence): void {
    this.calls -= this.#kept.offer(problem)
    this.#release()
  }

  #release(): void {
    for (const event of this.#kept.release()) this.#say(event)
  }

  /** Where words behind a call that begins here would say that it is only shown; undefined where every call is meant. */
  #shownBy(): ShownBy | undefined {
    if (this.#code.inside || this.openedBy === 'fenced') return 'answer'
    return this.openedBy === 'bare' && this.#code.inLine ? 'line' : undefined
  }

  #startCall(callId: string, name: string | undefined): number {
    this.closeProse()
    this.said++
    this.called = true
    this.#tail = ''
    this.#kept.begin(this.#shownBy())
    this.#code.gap()
    const part = this.#nextPart++
    this.#say({ type: 'part-start', part, kind: 'tool-call', callId, ...(name !== undefined && { name }) })
    return part
  }

  #delta(part: number, text: string): void {
    const events = this.#kept.events ?? this.#events
    if (events) appendEvent(events, { type: 'part-delta', part, text })
    else this.#say({ type: 'part-delta', part, text })
  }

  #endCall(part: number, value: ToolCall | BrokenCall): void {
    const said = value.type === 'tool-call' && this.doubt ? offered(value, this.doubt) : value
    if (said.type === 'tool-call') this.calls++
    this.#say({ type: 'part-end', part, value: said })
    const { source = '' } = value
    if (this.#kept.events) this.#weigh(source.slice(source.trimEnd().length))
  }

  /** Two calls never share an id, whatever the model copied from its prompt's example. */
  #claimId(wanted: string | undefined, newId: () => string): string {
    let id = wanted && wanted.length <= 256 ? wanted : newId()
    while (this.#usedIds.has(id)) id = newId()
    this.#usedIds.add(id)
    return id
  }
}
