import { auto } from '../auto.ts'
import type { ChatRequest, ToolSpec } from '../canonical/message.ts'
import { inputJson, type ToolCall } from '../canonical/part.ts'
import type { PartEvent, StreamEvent } from '../canonical/stream-event.ts'
import { defineDialect } from '../define-dialect.ts'
import { idsIn } from '../lower-request.ts'
import type { Layer } from '../respond.ts'
import { LeakReader } from './leak-reader.ts'

export interface LeakNetOptions {
  /** Makes the id of a leaked call. Absent: `call_1`, `call_2`, … */
  readonly newId?: () => string
}

/**
 * The layer behind native tools: a model that writes its call as text, in whatever dialect, has called all the same. Only a whole call
 * of an offered tool counts, outside of code and thoughts; every other character is passed on as it came.
 */
export function withLeakNet(options: LeakNetOptions = {}): Layer {
  return (next) => (request, signal) =>
    mayLeak(request) ? caught(next(request, signal), request, options) : next(request, signal)
}

/** Where the whole answer must have a shape, JSON in it is the answer. */
function mayLeak({ tools = [], toolChoice, extras }: ChatRequest): boolean {
  return tools.length > 0 && toolChoice !== 'none' && extras?.shape === undefined
}

async function* caught(
  batches: AsyncIterable<readonly StreamEvent[]>,
  request: ChatRequest,
  options: LeakNetOptions,
): AsyncGenerator<readonly StreamEvent[]> {
  const answer = new NettedAnswer(request, options)
  for await (const batch of batches) {
    const events = batch.flatMap((event) => answer.read(event))
    if (events.length > 0) yield events
  }
}

/** `auto`, with nothing left out of prose: text that a server passes on has no frames any more, so what looks like one is meant. */
const net = defineDialect({ ...auto, markup: [], frames: [], ends: [], inline: [] })

/** One answer of a native model: its text parts are read, everything else is passed on. */
class NettedAnswer {
  readonly #tools: readonly ToolSpec[]
  readonly #createReader: () => LeakReader
  readonly #parts = new Map<number, number>()
  readonly #readers = new Map<number, LeakReader>()
  /** Parts that came in pieces. One that did not is only in its end. */
  readonly #streamed = new Set<number>()
  /** Native calls that may be one of those that came as text. */
  readonly #doubtful = new Map<number, StreamEvent[]>()
  readonly #mostLeaks: number
  readonly #leaked: ToolCall[] = []
  #nextPart = 0

  constructor(request: ChatRequest, options: LeakNetOptions) {
    this.#tools = request.tools ?? []
    const takenIds = idsIn(request.messages)
    let made = takenIds.size
    const newId = options.newId ?? (() => `call_${++made}`)
    this.#mostLeaks = request.parallelCalls === false ? 1 : Number.POSITIVE_INFINITY
    this.#createReader = () =>
      new LeakReader(net.createParser({ tools: this.#tools, newId, takenIds, drafts: 'ignore' }), {
        newPart: () => this.#nextPart++,
        takes: (call) => this.#takes(call),
      })
  }

  read(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'message-start':
        return [event]
      case 'part-start':
        if (event.kind === 'text') this.#readers.set(event.part, this.#createReader())
        else if (event.kind === 'tool-call' && this.#leaked.length > 0) this.#doubtful.set(event.part, [event])
        else return [this.#renumbered(event)]
        return []
      case 'part-delta':
      case 'part-end':
        return this.#readPart(event)
      case 'message-end':
        return [...this.#ended(), this.#leaked.length > 0 ? { ...event, reason: 'calls' } : event]
      case 'fault':
        return [...this.#ended(), event]
      default:
        return event satisfies never
    }
  }

  #readPart(event: Exclude<PartEvent, { type: 'part-start' }>): readonly StreamEvent[] {
    const reader = this.#readers.get(event.part)
    if (reader && event.type === 'part-delta') {
      this.#streamed.add(event.part)
      return reader.push(event.text)
    }
    if (reader) {
      this.#readers.delete(event.part)
      const isWhole = event.type === 'part-end' && event.value.type === 'text' && !this.#streamed.has(event.part)
      return isWhole ? [...reader.push(event.value.text), ...reader.end()] : reader.end()
    }
    const held = this.#doubtful.get(event.part)
    if (!held) return [this.#renumbered(event)]
    held.push(event)
    if (event.type === 'part-delta') return []
    this.#doubtful.delete(event.part)
    const { value } = event
    if (value.type === 'tool-call' && this.#leaked.some((leak) => isSameCall(leak, value))) return []
    return held.map((one) => ('part' in one ? this.#renumbered(one) : one))
  }

  #takes(call: ToolCall): boolean {
    if (this.#leaked.length >= this.#mostLeaks || !this.#tools.some(({ name }) => name === call.name)) return false
    this.#leaked.push(call)
    return true
  }

  /** Text that nobody ended. */
  #ended(): readonly StreamEvent[] {
    const readers = [...this.#readers.values()]
    this.#readers.clear()
    return readers.flatMap((reader) => reader.end())
  }

  #renumbered<Kind extends PartEvent>(event: Kind): Kind {
    const part = this.#parts.get(event.part) ?? this.#nextPart++
    this.#parts.set(event.part, part)
    return part === event.part ? event : { ...event, part }
  }
}

const isSameCall = (a: ToolCall, b: ToolCall): boolean => a.name === b.name && inputJson(a) === inputJson(b)
