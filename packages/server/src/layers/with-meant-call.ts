import {
  type ChatRequest,
  collectMessage,
  type Fault,
  type Layer,
  type PartEvent,
  type Respond,
  type StreamEvent,
  type ToolChoice,
  type Usage,
} from '@parley/dialects'
import { refusal } from '../http-fault.ts'

/**
 * Holds a model that is only asked in prose to what the request demands: a call, or a call of the tool it names. A model that just talks is
 * asked once more, within the same answer; one that still does not call ends in a fault, never in an answer that looks obedient.
 */
export const withRequiredCall: Layer = (next) => (request, signal) => {
  const { toolChoice = 'auto' } = request
  if (toolChoice === 'auto' || toolChoice === 'none') return next(request, signal)
  return demand(next, narrowed(request, toolChoice), signal)
}

async function* demand(next: Respond, request: ChatRequest, signal: AbortSignal): ReturnType<Respond> {
  const answer = new DemandedAnswer(request.toolChoice ?? 'required')
  for await (const batch of next(request, signal)) {
    const events = answer.read(batch)
    if (events.length > 0) yield events
  }
  if (!answer.lacksCall || signal.aborted) return
  for await (const batch of next(remindedOf(request, answer), signal)) {
    const events = answer.read(batch)
    if (events.length > 0) yield events
  }
  if (answer.lacksCall) yield [{ type: 'fault', fault: DISOBEYED }]
}

const DISOBEYED: Fault = {
  code: 'provider/bad-answer',
  message:
    'The model did not call the tool that was required, although it was asked twice. Ask again, let it choose (`auto`), or use another model.',
  retryable: true,
}

/** A model that is to call one tool is told of no other. */
function narrowed(request: ChatRequest, choice: Exclude<ToolChoice, 'auto' | 'none'>): ChatRequest {
  const { tools = [] } = request
  const allowed = choice === 'required' ? tools : tools.filter(({ name }) => name === choice.name)
  if (allowed.length > 0) return { ...request, tools: allowed }
  const missing = choice === 'required' ? 'there are no tools' : `there is no tool \`${choice.name}\``
  throw refusal('request/invalid', `A call is required, but ${missing}. Add it to \`tools\`, or set the choice to "auto".`, {
    field: 'tool_choice',
  })
}

function remindedOf(request: ChatRequest, answer: DemandedAnswer): ChatRequest {
  const { message } = collectMessage(answer.said)
  const which = typeof request.toolChoice === 'object' ? `\`${request.toolChoice.name}\`` : 'one of your tools'
  const text = `You have not called a tool. Call ${which} now, in the format described above, and write nothing else.`
  const reminder = { role: 'user', id: `${message.id}-reminder`, parts: [{ type: 'text', text }] } as const
  return { ...request, messages: [...request.messages, ...(message.parts.length > 0 ? [message] : []), reminder] }
}

/** One answer to the client, made of up to two of the model. */
class DemandedAnswer {
  /** Whether the model came to its end without the call that is required of it. */
  lacksCall = false
  /** What the client was told so far. */
  readonly said: StreamEvent[] = []
  readonly #choice: ToolChoice
  #parts = new Map<number, number | undefined>()
  #next = 0
  #called = false
  #usage: Usage | undefined

  constructor(choice: ToolChoice) {
    this.#choice = choice
  }

  read(batch: readonly StreamEvent[]): readonly StreamEvent[] {
    const events = batch.flatMap((event) => this.#readEvent(event))
    this.said.push(...events)
    return events
  }

  #readEvent(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'message-start':
        this.#parts = new Map()
        return this.lacksCall ? [] : [event]
      case 'part-start':
        this.#parts.set(event.part, this.#isUnwanted(event) ? undefined : this.#next++)
        return this.#renumbered(event)
      case 'part-delta':
        return this.#renumbered(event)
      case 'part-end':
        this.#called ||= this.#parts.get(event.part) !== undefined && event.value.type.endsWith('call')
        return this.#renumbered(event)
      case 'message-end': {
        this.#usage = added(this.#usage, event.usage)
        // An answer that was cut off did not refuse to call.
        this.lacksCall = !this.#called && event.reason !== 'length' && event.reason !== 'filtered'
        return this.lacksCall ? [] : [{ ...event, ...(this.#usage && { usage: this.#usage }) }]
      }
      case 'fault':
        this.lacksCall = false
        return [event]
      default:
        return event satisfies never
    }
  }

  /** A call of another tool than the one that was named is nothing that the client asked for. */
  #isUnwanted(event: Extract<PartEvent, { type: 'part-start' }>): boolean {
    return (
      typeof this.#choice === 'object' &&
      event.kind === 'tool-call' &&
      event.name !== undefined &&
      event.name !== this.#choice.name
    )
  }

  #renumbered<Kind extends PartEvent>(event: Kind): readonly Kind[] {
    const part = this.#parts.get(event.part)
    return part === undefined ? [] : [part === event.part ? event : { ...event, part }]
  }
}

function added(before: Usage | undefined, more: Usage | undefined): Usage | undefined {
  if (!before || !more) return before ?? more
  const fields = ['inputTokens', 'outputTokens', 'reasoningTokens', 'cachedInputTokens'] as const
  const sums = fields.flatMap((field) => {
    const given = before[field] !== undefined || more[field] !== undefined
    return given ? [[field, (before[field] ?? 0) + (more[field] ?? 0)]] : []
  })
  return Object.fromEntries(sums)
}
