import type { ChatRequest } from './canonical/message.ts'
import type { PartEvent, StreamEvent } from './canonical/stream-event.ts'
import { proseReader } from './define-dialect.ts'
import type { Paced } from './defuse.ts'
import type { Dialect, DialectParser, ParserOptions } from './dialect.ts'
import { allowsCalls, idsIn, type LowerOptions, loweringRequest } from './lower-request.ts'
import { generousMender } from './mender.ts'
import type { Layer } from './respond.ts'

/** How answers are read; tools and ids come from the request. */
export type WithDialectOptions = Pick<
  ParserOptions,
  'reasoning' | 'startsInReasoning' | 'drafts' | 'newId' | 'renamesCalls' | 'mender'
> &
  LowerOptions & {
    /** Told how many characters were looked at while a long request is written; what it returns is waited for. Absent: no pause. */
    readonly pause?: (characters: number) => Promise<void> | undefined
  }

/**
 * The layer that lets a text-only model call tools. Downwards tools become prose; upwards calls are found in prose,
 * while it streams.
 */
export function withDialect(dialect: Dialect, options: WithDialectOptions = {}): Layer {
  return (next) =>
    async function* (request, signal) {
      const lowered = await paced(loweringRequest(request, dialect, options), options.pause)
      const createParser = allowsCalls(request)
        ? callReader(dialect, request, options)
        : (thoughtApart: boolean) => proseReader(dialect, readingOf(options, thoughtApart))
      const answer = new ReadAnswer(createParser, request.parallelCalls === false)
      for await (const batch of next(lowered, signal)) {
        const events = answer.read(batch)
        if (events.length > 0) yield events
        if (answer.over) return
      }
    }
}

function callReader(dialect: Dialect, request: ChatRequest, options: WithDialectOptions): CreateParser {
  const taken = idsIn(request.messages)
  let made = taken.size
  return (thoughtApart) =>
    dialect.createParser({
      newId: () => `call_${++made}`,
      mender: generousMender,
      ...readingOf(options, thoughtApart),
      tools: request.tools ?? [],
      takenIds: taken,
    })
}

/** Told whether the thoughts of the answer come apart from its text. */
type CreateParser = (thoughtApart: boolean) => DialectParser

function readingOf(options: WithDialectOptions, thoughtApart: boolean): WithDialectOptions {
  return thoughtApart ? { ...options, startsInReasoning: false } : options
}

async function paced<Value>(work: Paced<Value>, pause: WithDialectOptions['pause']): Promise<Value> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    const rest = pause?.(step.value)
    if (rest) await rest
  }
}

/** Replaces the text of an answer by what a parser reads in it, and leaves everything else as it is. */
class ReadAnswer {
  over = false
  readonly #createParser: CreateParser
  readonly #oneCall: boolean
  readonly #textParts = new Set<number>()
  readonly #fromBelow = new Map<number, number>()
  readonly #fromParser = new Map<number, number>()
  #parser: DialectParser | undefined
  /** Whether the thought came as a part of its own: then the text does not begin inside of it. */
  #thoughtApart = false
  #nextPart = 0
  #calls = 0

  constructor(createParser: CreateParser, oneCall: boolean) {
    this.#createParser = createParser
    this.#oneCall = oneCall
  }

  read(batch: readonly StreamEvent[]): readonly StreamEvent[] {
    const out: StreamEvent[] = []
    for (const event of batch) {
      this.#readEvent(event, out)
      if (this.over) break
    }
    return out
  }

  #readEvent(event: StreamEvent, out: StreamEvent[]): void {
    switch (event.type) {
      case 'message-start':
        out.push(event)
        break
      case 'part-start':
        if (event.kind === 'text') this.#textParts.add(event.part)
        else out.push(this.#renumber(event, this.#fromBelow))
        this.#thoughtApart ||= event.kind === 'reasoning'
        break
      case 'part-delta':
        if (this.#textParts.has(event.part)) this.#parsed(this.#reader().push(event.text), out)
        else out.push(this.#renumber(event, this.#fromBelow))
        break
      case 'part-end':
        if (event.value.type === 'tool-call') this.#calls++
        if (!this.#textParts.has(event.part)) out.push(this.#renumber(event, this.#fromBelow))
        break
      case 'message-end':
        this.#parsed(this.#reader().end(), out)
        if (!this.over) out.push(this.#calls > 0 ? { ...event, reason: 'calls' } : event)
        this.over = true
        break
      case 'fault':
        this.#parsed(this.#reader().end(), out)
        out.push(event)
        this.over = true
        break
      default:
        event satisfies never
    }
  }

  #reader(): DialectParser {
    this.#parser ??= this.#createParser(this.#thoughtApart)
    return this.#parser
  }

  #parsed(events: readonly PartEvent[], out: StreamEvent[]): void {
    for (const event of events) {
      out.push(this.#renumber(event, this.#fromParser))
      if (event.type !== 'part-end' || event.value.type !== 'tool-call') continue
      this.#calls++
      if (!this.#oneCall) continue
      // One call was asked for, and here it is: what the model goes on to say is not waited for.
      out.push({ type: 'message-end', reason: 'calls' })
      this.over = true
      return
    }
  }

  /** Parts come from the parser and from below; the reader sees one sequence. */
  #renumber<Kind extends PartEvent>(event: Kind, parts: Map<number, number>): Kind {
    let part = parts.get(event.part)
    if (part === undefined) {
      part = this.#nextPart++
      parts.set(event.part, part)
    }
    return part === event.part ? event : { ...event, part }
  }
}
