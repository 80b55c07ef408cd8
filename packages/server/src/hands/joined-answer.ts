import {
  type AssistantMessage,
  type BrokenCall,
  collectMessage,
  type PartEvent,
  type SpokenPart,
  type StreamEvent,
  type ToolCall,
  type Usage,
} from '@parley/dialects'
import { addedUsage } from '../layers/added-usage.ts'

/** What the model wants of us before it goes on. */
export interface Demand {
  readonly message: AssistantMessage
  readonly calls: readonly (ToolCall | BrokenCall)[]
}

interface JoiningOptions {
  /** Whether a call is the client's business. One without a name could be anybody's. */
  readonly isTheirs: (name: string | undefined) => boolean
  /** Whether the words of the answer are one document, in which nothing that was said on the way may stand. */
  readonly isShaped: boolean
}

/** Between what was said before a call and behind it: most clients put the texts of an answer together. */
const GAP = '\n\n'

/** One answer to the client, made of several of the model. Calls of tools that are not the client's are held back. */
export class JoinedAnswer {
  /** Absent: the answer is over, or the model has not come to its end. */
  demand: Demand | undefined
  readonly #options: JoiningOptions
  #round: StreamEvent[] = []
  /** Where the parts of this round stand in the whole. Undefined: nowhere. */
  #parts = new Map<number, number | undefined>()
  #next = 0
  #begun = false
  /** Whether this round has a call for the client. */
  #called = false
  #speaks = false
  /** Whether anything was said in an earlier round. */
  #spoke = false
  #behindGap: number | undefined
  #usage: Usage | undefined

  constructor(options: JoiningOptions) {
    this.#options = options
  }

  read(batch: readonly StreamEvent[]): readonly StreamEvent[] {
    return batch.flatMap((event) => {
      if (event.type === 'message-start') this.#begin()
      this.#round.push(event)
      return this.#readEvent(event)
    })
  }

  #begin(): void {
    this.demand = undefined
    this.#round = []
    this.#parts = new Map()
    this.#called = false
    this.#spoke = this.#speaks
    this.#behindGap = undefined
  }

  #readEvent(event: StreamEvent): readonly StreamEvent[] {
    switch (event.type) {
      case 'message-start': {
        const isFirst = !this.#begun
        this.#begun = true
        return isFirst ? [event] : []
      }
      case 'part-start':
        this.#parts.set(event.part, this.#place(event))
        return this.#pass(event)
      case 'part-delta':
      case 'part-end':
        return this.#pass(event)
      case 'message-end':
        return this.#end(event)
      case 'fault':
        return [event]
      default:
        return event satisfies never
    }
  }

  #place(event: Extract<PartEvent, { type: 'part-start' }>): number | undefined {
    if (event.kind === 'tool-call') {
      if (!this.#isTheirs(event)) return undefined
      this.#called = true
    }
    if (event.kind === 'text') {
      if (this.#options.isShaped) return undefined
      if (this.#spoke) this.#behindGap ??= event.part
      this.#speaks = true
    }
    return this.#next++
  }

  #isTheirs({ name }: { readonly name?: string }): boolean {
    return this.#options.isTheirs(name)
  }

  #pass(event: PartEvent): readonly StreamEvent[] {
    const part = this.#parts.get(event.part)
    if (part === undefined) return []
    if (event.part !== this.#behindGap || event.type === 'part-delta') return [{ ...event, part }]
    if (event.type === 'part-start')
      return [
        { ...event, part },
        { type: 'part-delta', part, text: GAP },
      ]
    return [{ ...event, part, value: behindGap(event.value) }]
  }

  /** Calls of ours beside one of the client's do not run: the client would come back without what they gave. */
  #end(event: Extract<StreamEvent, { type: 'message-end' }>): readonly StreamEvent[] {
    this.#usage = addedUsage(this.#usage, event.usage)
    const { message } = collectMessage(this.#round)
    const calls = message.parts.filter(isCall).filter((call) => !this.#isTheirs(call))
    if (calls.length > 0 && !this.#called && event.reason !== 'filtered') {
      this.demand = { message, calls }
      return []
    }
    const words = this.#options.isShaped ? message.parts.flatMap((part) => this.#whole(part)) : []
    return [...words, { ...event, ...(this.#usage && { usage: this.#usage }) }]
  }

  #whole(value: SpokenPart): readonly StreamEvent[] {
    if (value.type !== 'text') return []
    const part = this.#next++
    return [
      { type: 'part-start', part, kind: 'text' },
      { type: 'part-delta', part, text: value.text },
      { type: 'part-end', part, value },
    ]
  }
}

/** What was only thought of is no call. */
function isCall(part: SpokenPart): part is ToolCall | BrokenCall {
  return part.type === 'tool-call' || (part.type === 'broken-call' && part.offer === undefined)
}

function behindGap(value: SpokenPart): SpokenPart {
  return value.type === 'text' ? { ...value, text: GAP + value.text } : value
}
