import type { ChatRequest, ToolChoice, ToolSpec } from '../canonical/message.ts'
import type { Dialect } from '../dialect.ts'
import type { Layer } from '../respond.ts'
import { type ToolDeclaration, type Toolset, toToolSpec } from './toolset.ts'

export interface ToolContextParts {
  /** The system prompt of the conversation. Absent: none. */
  readonly base?: string
  /** How calls are written. Absent: natively, so no protocol is taught. */
  readonly dialect?: Dialect | undefined
  /** Sections for groups of tools; one is written when any of its tools is offered. */
  readonly toolsets?: readonly Toolset[]
  readonly tools: readonly ToolSpec[] | Readonly<Record<string, ToolDeclaration>>
  /** Absent: `auto`. */
  readonly choice?: ToolChoice
  /** Whether the model thinks in a block of its own before it answers. */
  readonly reasoning?: boolean
}

const REASONING_NOTE =
  'In your <thought> process, you should first plan which tools to call. Then, output the tool call in the standard format outside the thought block. A call inside it is not run.'

/**
 * Writes the system prompt: what the conversation says, what each toolset is for, how calls are written, and where
 * thinking belongs. Deterministic: same tools, same bytes, so that prompt caches hold.
 */
export class ToolContext {
  readonly #options: ToolContextParts
  readonly tools: readonly ToolSpec[]

  constructor(options: ToolContextParts) {
    this.#options = options
    this.tools = isList(options.tools)
      ? options.tools
      : Object.entries(options.tools).map(([name, tool]) => toToolSpec(name, tool))
  }

  build(): string {
    const { base = '', reasoning = false } = this.#options
    const protocol = this.protocol()
    const note = reasoning && protocol !== '' ? REASONING_NOTE : ''
    return [base, ...this.fragments(), protocol, note].filter((section) => section.trim() !== '').join('\n\n')
  }

  /** One section per toolset of which a tool is offered, in the order the toolsets were given. */
  fragments(): readonly string[] {
    const offered = new Set(this.#choiceIsNone() ? [] : this.tools.map(({ name }) => name))
    return (this.#options.toolsets ?? [])
      .filter(({ tools }) => tools.some((name) => offered.has(name)))
      .map((toolset) => toolset.fragment(offered))
  }

  /** The dialect's lesson; empty when there is nothing to call. */
  protocol(): string {
    const { dialect, choice = 'auto' } = this.#options
    return dialect && this.tools.length > 0 && !this.#choiceIsNone() ? dialect.instruct(this.tools, choice) : ''
  }

  #choiceIsNone(): boolean {
    return this.#options.choice === 'none'
  }
}

const isList = (tools: ToolContextParts['tools']): tools is readonly ToolSpec[] => Array.isArray(tools)

/** Adds to the system prompt what a model should know of the toolsets it is offered, in text dialects and natively. */
export function withToolsets(toolsets: readonly Toolset[]): Layer {
  return (next) => (request, signal) => next(explainToolsets(request, toolsets), signal)
}

/** The same request with a section for every toolset of which a tool is offered. Same request, same bytes. */
export function explainToolsets(request: ChatRequest, toolsets: readonly Toolset[]): ChatRequest {
  const context = new ToolContext({ toolsets, tools: request.tools ?? [], choice: request.toolChoice ?? 'auto' })
  const text = context.fragments().join('\n\n')
  if (text === '') return request
  const systems = request.messages.filter(({ role }) => role === 'system')
  const others = request.messages.filter(({ role }) => role !== 'system')
  const fragment = { role: 'system', id: 'toolsets', parts: [{ type: 'text', text }] } as const
  return { ...request, messages: [...systems, fragment, ...others] }
}
