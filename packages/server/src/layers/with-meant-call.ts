import {
  type BrokenCall,
  brokenWords,
  type ChatRequest,
  collectMessage,
  type Fault,
  type Layer,
  type PartEvent,
  type Respond,
  type Sentence,
  type SpokenPart,
  type StreamEvent,
  type ToolChoice,
  type Usage,
} from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'
import { addedUsage } from './added-usage.ts'

export interface MeantCall {
  /** A call that the request demands must come: of a model that is only asked for it in prose. */
  readonly required: boolean
  /** A call that cannot be read must come again: where nobody else would tell the model. */
  readonly readable: boolean
  /** How the model is spoken to, and why: a fault tells it, because it may be the cause. */
  readonly spoken: { readonly way: string; readonly reason: Sentence }
}

/**
 * Holds a model to the call that is meant. One that just talks although a call is required, or whose only call cannot be read, is asked
 * once more, within the same answer; one that still does not call ends in a fault, never in an answer that looks finished.
 */
export function withMeantCall({ required, readable, spoken }: MeantCall): Layer {
  return (next) => (request, signal) => {
    const { toolChoice = 'auto', tools = [] } = request
    const demands = required && toolChoice !== 'auto' && toolChoice !== 'none'
    if (demands) return insist(next, narrowed(request, toolChoice), { choice: toolChoice, readable, spoken }, signal)
    if (!readable || tools.length === 0 || toolChoice === 'none') return next(request, signal)
    return insist(next, request, { choice: 'auto', readable, spoken }, signal)
  }
}

interface Demand extends Pick<MeantCall, 'readable' | 'spoken'> {
  readonly choice: ToolChoice
}

async function* insist(next: Respond, request: ChatRequest, demand: Demand, signal: AbortSignal): ReturnType<Respond> {
  const answer = new DemandedAnswer(demand)
  for await (const batch of next(request, signal)) {
    const events = answer.read(batch)
    if (events.length > 0) yield events
  }
  if (!answer.lacksCall || signal.aborted) return
  for await (const batch of next(remindedOf(request, answer), signal)) {
    const events = answer.read(batch)
    if (events.length > 0) yield events
  }
  if (answer.lacksCall) yield [{ type: 'fault', fault: notCalled(answer.broken !== undefined, demand.spoken) }]
}

function notCalled(broken: boolean, spoken: MeantCall['spoken']): Fault {
  const sentence = broken ? say('call.never-read', spoken) : say('call.not-made', spoken)
  return { code: 'provider/bad-answer', ...sentence, retryable: true }
}

/** A model that is to call one tool is told of no other. */
function narrowed(request: ChatRequest, choice: Exclude<ToolChoice, 'auto' | 'none'>): ChatRequest {
  const { tools = [] } = request
  const allowed = choice === 'required' ? tools : tools.filter(({ name }) => name === choice.name)
  if (allowed.length > 0) return { ...request, tools: allowed }
  const missing = choice === 'required' ? say('call.no-tools') : say('call.no-tool', { name: choice.name })
  throw refusal('request/invalid', missing, { field: 'tool_choice' })
}

function remindedOf(request: ChatRequest, answer: DemandedAnswer): ChatRequest {
  const { message } = collectMessage(answer.said)
  const which = typeof request.toolChoice === 'object' ? `\`${request.toolChoice.name}\`` : 'one of your tools'
  const text = answer.broken
    ? brokenWords(answer.broken.problem)
    : `You have not called a tool. Call ${which} now, in the format described above, and write nothing else.`
  const reminder = { role: 'user', id: `${message.id}-reminder`, parts: [{ type: 'text', text }] } as const
  return { ...request, messages: [...request.messages, ...(message.parts.length > 0 ? [message] : []), reminder] }
}

/** One answer to the client, made of up to two of the model. */
class DemandedAnswer {
  /** Whether the model came to its end without the call that is required of it. */
  lacksCall = false
  /** What the client was told so far. */
  readonly said: StreamEvent[] = []
  /** The call that could not be read, where there was no other one. */
  broken: BrokenCall | undefined
  readonly #demand: Demand
  #parts = new Map<number, number | undefined>()
  #next = 0
  #called = false
  /** Whether the model said nothing in words. */
  #silent = true
  #usage: Usage | undefined

  constructor(demand: Demand) {
    this.#demand = demand
  }

  read(batch: readonly StreamEvent[]): readonly StreamEvent[] {
    const drafts = this.#demand.readable ? draftsIn(batch) : new Set<number>()
    const events = batch.flatMap((event) => this.#readEvent(event, drafts))
    // A batch may be larger than a function may have arguments.
    for (const event of events) this.said.push(event)
    return events
  }

  #readEvent(event: StreamEvent, drafts: ReadonlySet<number>): readonly StreamEvent[] {
    switch (event.type) {
      case 'message-start':
        this.#parts = new Map()
        this.broken = undefined
        this.#silent = true
        return this.lacksCall ? [] : [event]
      case 'part-start':
        this.#parts.set(event.part, this.#isUnwanted(event) || drafts.has(event.part) ? undefined : this.#next++)
        return this.#renumbered(event)
      case 'part-delta':
        return this.#renumbered(event)
      case 'part-end':
        this.#take(event.value, this.#parts.get(event.part) !== undefined)
        return this.#renumbered(event)
      case 'message-end': {
        this.#usage = addedUsage(this.#usage, event.usage)
        // An answer that was cut off did not refuse to call.
        this.lacksCall = !this.#called && this.#isMissing() && event.reason !== 'length' && event.reason !== 'filtered'
        return this.lacksCall ? [] : [{ ...event, ...(this.#usage && { usage: this.#usage }) }]
      }
      case 'fault':
        this.lacksCall = false
        return [event]
      default:
        return event satisfies never
    }
  }

  #take(value: SpokenPart, passedOn: boolean): void {
    if (value.type === 'text') this.#silent = false
    if (value.type === 'tool-call') this.#called ||= passedOn
    if (value.type !== 'broken-call') return
    if (!this.#demand.readable) this.#called ||= passedOn
    else if (value.name !== undefined) this.broken = value
  }

  /** What was only thought of is missing where nothing else was said. */
  #isMissing(): boolean {
    if (this.#demand.choice !== 'auto') return true
    return this.broken !== undefined && (this.broken.offer === undefined || this.#silent)
  }

  /** A call of another tool than the one that was named is nothing that the client asked for. */
  #isUnwanted(event: Extract<PartEvent, { type: 'part-start' }>): boolean {
    return (
      typeof this.#demand.choice === 'object' &&
      event.kind === 'tool-call' &&
      event.name !== undefined &&
      event.name !== this.#demand.choice.name
    )
  }

  #renumbered<Kind extends PartEvent>(event: Kind): readonly Kind[] {
    const part = this.#parts.get(event.part)
    return part === undefined ? [] : [part === event.part ? event : { ...event, part }]
  }
}

/** Calls that were only thought of: begun and ended at once, without an argument. Nobody at the other end could take them up. */
function draftsIn(batch: readonly StreamEvent[]): ReadonlySet<number> {
  const drafts = new Set<number>()
  for (const [index, event] of batch.entries()) {
    const before = batch[index - 1]
    if (event.type !== 'part-end' || event.value.type !== 'broken-call' || event.value.offer === undefined) continue
    if (before?.type === 'part-start' && before.part === event.part) drafts.add(event.part)
  }
  return drafts
}
