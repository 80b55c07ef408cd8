import type { AssistantMessage, ChatRequest, Message, ToolSpec } from './canonical/message.ts'
import type { SpokenCall, SpokenPart, TextPart, ToolCall, ToolResult } from './canonical/part.ts'
import { defusing, defusingCall, defusingResult, defusingTools, finished, type Paced } from './defuse.ts'
import type { Dialect } from './dialect.ts'
import { SHOWN } from './engine/call-writer.ts'
import { ToolContext } from './prompt/tool-context.ts'

export interface LowerOptions {
  /** Tell the model that planning belongs in its thought block and calls outside it. */
  readonly reasoningNote?: boolean
}

/**
 * The same conversation in prose: tools are taught in the system prompt, earlier calls are written as the dialect
 * writes them, and results are spoken by the user. Same request, same bytes, so that prompt caches hold.
 */
export function lowerRequest(request: ChatRequest, dialect: Dialect, options: LowerOptions = {}): ChatRequest {
  return finished(loweringRequest(request, dialect, options))
}

/** The same, for who must not be kept busy by a long conversation. */
export function* loweringRequest(request: ChatRequest, dialect: Dialect, options: LowerOptions = {}): Paced<ChatRequest> {
  const { model, messages, settings, shape, extras, tools = [], toolChoice = 'auto' } = request
  const teaches = tools.length > 0 && toolChoice !== 'none'
  const base = messages
    .flatMap((message) => (message.role === 'system' ? message.parts.map((part) => part.text) : []))
    .join('\n\n')
  const speaking = {
    ...dialect,
    markup: [...dialect.markup, ...(dialect.toolMarkup?.(tools) ?? []), ...(dialect.resultMarkup ?? [])],
  }
  const system = new ToolContext({
    base,
    dialect,
    tools: yield* defusingTools(tools, speaking.markup),
    choice: toolChoice,
    reasoning: options.reasoningNote === true,
  }).build()
  const stop = [...(settings?.stop ?? []), ...(teaches ? (dialect.stop ?? []) : [])]
  const calls = new CallsSoFar()
  const lowered: Message[] = [...systemMessage(system)]
  for (const message of messages) {
    calls.note(message)
    lowered.push(...(yield* loweringMessage(message, speaking, calls)))
    yield MESSAGE
  }
  return {
    model,
    messages: lowered,
    ...((settings || stop.length > 0) && { settings: { ...settings, ...(stop.length > 0 && { stop }) } }),
    // What is held to a shape from its first token on could not call.
    ...(shape && !teaches && { shape }),
    ...(extras && { extras }),
    ...(teaches && { taught: { dialect: dialect.id, tools, ...(toolChoice !== 'auto' && { choice: toolChoice }) } }),
  }
}

/** All system text is one message at the front: many templates allow no other place. */
function systemMessage(text: string): readonly Message[] {
  return text === '' ? [] : [{ role: 'system', id: 'system', parts: [{ type: 'text', text }] }]
}

/** What a message costs besides its words, in characters. */
const MESSAGE = 64

function* loweringMessage(message: Message, dialect: Dialect, calls: CallsSoFar): Paced<readonly Message[]> {
  switch (message.role) {
    case 'system':
      return []
    case 'user': {
      const parts: (typeof message.parts)[number][] = []
      for (const part of message.parts)
        parts.push(part.type === 'text' ? { ...part, text: yield* defusing(part.text, dialect.markup) } : part)
      return [{ ...message, parts }]
    }
    case 'assistant':
      return yield* loweringAnswer(message, dialect)
    case 'tool': {
      const results: ToolResult[] = []
      for (const result of message.parts) {
        results.push(yield* defusingResult(result, dialect.markup))
        yield MESSAGE
      }
      const answered: SpokenCall[] = []
      for (const call of calls.answeredBy(message.parts)) {
        answered.push(yield* defusingCall(call, dialect.markup))
        yield MESSAGE
      }
      const files = message.parts.flatMap((result) => result.content.filter((part) => part.type === 'file'))
      const text = dialect.formatResults(results, answered)
      return [{ role: 'user', id: message.id, parts: [{ type: 'text', text }, ...files] }]
    }
    default:
      return message satisfies never
  }
}

/** Thoughts are not repeated to the model; a call it could not write well stands in the words it used. */
function* loweringAnswer(message: AssistantMessage, dialect: Dialect): Paced<readonly Message[]> {
  const pieces: string[] = []
  let group: ToolCall[] = []
  const endGroup = (): void => {
    if (group.length > 0) pieces.push(dialect.formatCalls(group))
    group = []
  }
  for (const part of asWords(message.parts)) {
    if (part.type === 'tool-call') group.push(part)
    else if (!isBlank(part)) {
      endGroup()
      pieces.push(yield* spokenText(part, dialect))
    }
  }
  endGroup()
  const text = pieces.filter((piece) => piece !== '').join('\n')
  const parts: readonly TextPart[] = [{ type: 'text', text }]
  return text === '' ? [] : [{ ...message, parts }]
}

/** A call that was only shown belongs to the words around it. */
function asWords(parts: readonly SpokenPart[]): readonly SpokenPart[] {
  const spoken: SpokenPart[] = []
  let joins = false
  for (const part of parts) {
    const shown = part.type === 'broken-call' && part.problem === SHOWN.message
    const said = shown ? ({ type: 'text', text: part.source } as const) : part
    const last = spoken.at(-1)
    if (said.type === 'text' && last?.type === 'text' && (shown || joins))
      spoken[spoken.length - 1] = { ...last, text: last.text + said.text }
    else spoken.push(said)
    joins = shown
  }
  return spoken
}

const isBlank = (part: Exclude<SpokenPart, ToolCall>): boolean =>
  part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === '')

/** What the model said besides its calls. A result that it invented there is disarmed along with every other marker. */
function* spokenText(part: Exclude<SpokenPart, ToolCall>, dialect: Dialect): Paced<string> {
  if (part.type === 'broken-call') return part.offer ? '' : part.source.trim()
  return part.type === 'text' ? yield* defusing(part.text.trim(), dialect.markup) : ''
}

/** The calls so far, by id: of two with one id the later is the one that is answered. */
class CallsSoFar {
  readonly #byId = new Map<string, { readonly place: number; readonly call: ToolCall }>()
  #made = 0

  note(message: Message): void {
    for (const part of message.role === 'assistant' ? message.parts : [])
      if (part.type === 'tool-call') this.#byId.set(part.id, { place: this.#made++, call: part })
  }

  /** In the order in which they were made. */
  answeredBy(results: readonly ToolResult[]): readonly ToolCall[] {
    const ids = new Set(results.map(({ callId }) => callId))
    return [...ids]
      .flatMap((id) => this.#byId.get(id) ?? [])
      .toSorted((one, other) => one.place - other.place)
      .map(({ call }) => call)
  }
}

/** Every id that stands in the conversation. */
export function idsIn(messages: readonly Message[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type === 'tool-call' || part.type === 'broken-call') ids.add(part.id)
      if (part.type === 'tool-result') ids.add(part.callId)
    }
  }
  return ids
}

/** Whether an answer to this request may hold calls. */
export function allowsCalls(request: ChatRequest): request is ChatRequest & { readonly tools: readonly ToolSpec[] } {
  return request.tools !== undefined && request.tools.length > 0 && request.toolChoice !== 'none'
}
