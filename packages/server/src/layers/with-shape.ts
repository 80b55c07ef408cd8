import {
  type AnswerShape,
  type ChatRequest,
  checkAnswer,
  collectMessage,
  faultOf,
  type Layer,
  type Message,
  type PartEvent,
  type Respond,
  type StreamEvent,
  type Usage,
} from '@parley/dialects'
import { say } from '../words.ts'
import { addedUsage } from './added-usage.ts'

export interface ShapeOptions {
  /** Whether the model's server can be told the shape. */
  readonly told: boolean
  /** Whether what it is told holds, so that answers are passed on while they come. */
  readonly holds: boolean
  /** Whether the model itself understands what its server is told. */
  readonly native: boolean
}

/**
 * Gives answers the shape that a request asks for, where the model's server does not: the schema is taught, the answer is waited for and
 * checked, and a model that missed it is asked once more, with the problem named. What still does not fit is withheld.
 */
export function withShape({ told, holds, native }: ShapeOptions): Layer {
  return (next) => (request, signal) => {
    const { shape, ...shapeless } = request
    if (!shape || (told && native)) return next(request, signal)
    const taught = { ...(told ? request : shapeless), messages: [lessonOf(shape, request), ...request.messages] }
    if (told && holds) return next(taught, signal)
    return demand(told ? unlessRefused(next) : next, taught, shape, signal)
  }
}

async function* demand(next: Respond, request: ChatRequest, shape: AnswerShape, signal: AbortSignal): ReturnType<Respond> {
  const answer = new ShapedAnswer(shape)
  for await (const batch of next(request, signal)) {
    const events = answer.read(batch)
    if (events.length > 0) yield events
  }
  if (answer.problem === undefined || signal.aborted) return
  for await (const batch of next(remindedOf(request, answer), signal)) {
    const events = answer.read(batch)
    if (events.length > 0) yield events
  }
  if (answer.problem !== undefined) yield [answer.refusal(answer.problem)]
}

/** A server that does not know the field is asked without it: the model was told in words. */
function unlessRefused(next: Respond): Respond {
  return async function* (request, signal) {
    let begun = false
    try {
      for await (const batch of next(request, signal)) {
        begun = true
        yield batch
      }
      return
    } catch (error) {
      if (begun || request.shape === undefined || faultOf(error)?.code !== 'provider/refused') throw error
    }
    const { shape: _unknown, ...shapeless } = request
    yield* next(shapeless, signal)
  }
}

function lessonOf({ schema, description }: AnswerShape, { tools = [], toolChoice }: ChatRequest): Message {
  const calls = tools.length > 0 && toolChoice !== 'none'
  const lines = [
    calls ? 'Call tools as long as you need them. An answer without a call' : 'Your answer',
    ` must be one JSON ${schema ? 'value that fits this JSON Schema' : 'object'}, and nothing else: no words before or after it, no code fence.`,
    ...(description ? [`\n\n${description}`] : []),
    ...(schema ? [`\n\n${JSON.stringify(schema)}`] : []),
  ]
  return { role: 'system', id: 'shape', parts: [{ type: 'text', text: lines.join('') }] }
}

function remindedOf(request: ChatRequest, { said, problem }: ShapedAnswer): ChatRequest {
  const { message } = collectMessage(said)
  const text = `That is not the JSON that was asked for. ${problem} Write the whole answer again, as JSON and nothing else.`
  const reminder = { role: 'user', id: `${message.id}-shape`, parts: [{ type: 'text', text }] } as const
  return { ...request, messages: [...request.messages, ...(message.parts.length > 0 ? [message] : []), reminder] }
}

/** One answer to the client, made of up to two of the model. Words wait for their end; thoughts and calls do not. */
class ShapedAnswer {
  /** Why the last answer is not what was asked for. Absent: it is, or it has not ended. */
  problem: string | undefined
  /** What the model said last. */
  said: StreamEvent[] = []
  readonly #shape: AnswerShape
  #parts = new Map<number, number>()
  #texts = new Set<number>()
  #words = ''
  #next = 0
  #begun = false
  #called = false
  #usage: Usage | undefined

  constructor(shape: AnswerShape) {
    this.#shape = shape
  }

  read(batch: readonly StreamEvent[]): readonly StreamEvent[] {
    return batch.flatMap((event) => {
      if (event.type === 'message-start') this.said = []
      this.said.push(event)
      return this.#readEvent(event)
    })
  }

  refusal(problem: string): StreamEvent {
    const { message } = say('shape.missed', { problem })
    return { type: 'message-end', reason: 'filtered', refusal: message, ...(this.#usage && { usage: this.#usage }) }
  }

  #readEvent(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'message-start':
        return this.#begin(event)
      case 'part-start':
        if (event.kind === 'text' && !this.#called) this.#texts.add(event.part)
        this.#called ||= event.kind === 'tool-call'
        return this.#renumbered(event)
      case 'part-delta':
        if (this.#texts.has(event.part)) this.#words += event.text
        return this.#renumbered(event)
      case 'part-end':
        return this.#renumbered(event)
      case 'message-end':
        this.#usage = addedUsage(this.#usage, event.usage)
        return this.#end({ ...event, ...(this.#usage && { usage: this.#usage }) })
      case 'fault':
        return [event]
      default:
        return event satisfies never
    }
  }

  #begin(event: StreamEvent): readonly StreamEvent[] {
    const again = this.#begun
    this.#begun = true
    this.problem = undefined
    this.#parts = new Map()
    this.#texts = new Set()
    this.#words = ''
    return again ? [] : [event]
  }

  /** An answer that was cut off, or that calls, is passed on as it is. */
  #end(event: Extract<StreamEvent, { type: 'message-end' }>): readonly StreamEvent[] {
    if (this.#called || event.reason === 'length' || event.reason === 'filtered') return [...this.#text(this.#words), event]
    const checked = checkAnswer(this.#words, this.#shape)
    if ('text' in checked) return [...this.#text(checked.text), event]
    this.problem = checked.problem
    return []
  }

  /** The words that waited. */
  #text(text: string): readonly StreamEvent[] {
    if (text === '') return []
    const part = this.#next++
    return [
      { type: 'part-start', part, kind: 'text' },
      { type: 'part-delta', part, text },
      { type: 'part-end', part, value: { type: 'text', text } },
    ]
  }

  #renumbered(event: PartEvent): readonly StreamEvent[] {
    if (this.#texts.has(event.part)) return []
    let part = this.#parts.get(event.part)
    const waited = event.type === 'part-start' && event.kind === 'tool-call' ? this.#release() : []
    if (part === undefined) {
      part = this.#next++
      this.#parts.set(event.part, part)
    }
    return [...waited, part === event.part ? event : { ...event, part }]
  }

  /** Words in front of a call are no answer, and need not wait any longer. */
  #release(): readonly StreamEvent[] {
    const words = this.#words
    this.#words = ''
    return this.#text(words)
  }
}
