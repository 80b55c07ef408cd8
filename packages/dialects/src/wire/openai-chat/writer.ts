import { collectMessage } from '../../canonical/collect-message.ts'
import type { Fault } from '../../canonical/fault.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import { type BrokenCall, inputJson, type SpokenPart, type ToolCall } from '../../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import { AnswerSink, type PartStart, writerInto } from '../answer/play-events.ts'
import { freeformInput, type KnownTools, knownTools } from '../request/freeform-tools.ts'
import type { AnswerContext, WireWriter } from '../wire-format.ts'

const FINISH: { readonly [Reason in EndReason]: string } = {
  done: 'stop',
  stopped: 'stop',
  calls: 'tool_calls',
  length: 'length',
  filtered: 'content_filter',
}

/** Writes `chat.completion.chunk` events; the envelope is made once, so a delta costs one string escape. */
export function createChatWriter(context: AnswerContext): WireWriter {
  return writerInto(new ChatSink(context))
}

class ChatSink extends AnswerSink {
  readonly #head: string
  readonly #contentHead: string
  readonly #known: KnownTools
  #calls = 0

  constructor(context: AnswerContext) {
    super()
    const { id, model, created } = context
    this.#known = knownTools(context)
    this.#head = `data: {"id":${JSON.stringify(id)},"object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(model)}`
    this.#contentHead = `${this.#head},"choices":[{"index":0,"delta":{"content":`
  }

  start(): void {
    this.#chunk('{"role":"assistant","content":""}')
  }

  open(start: PartStart): void {
    if (start.kind !== 'tool-call' || this.#isWhole(start)) return
    const opened = { index: this.#calls, id: start.callId, type: 'function', function: { name: start.name ?? '', arguments: '' } }
    this.#chunk(JSON.stringify({ tool_calls: [opened] }))
  }

  delta(start: PartStart, text: string): void {
    if (start.kind === 'text') this.written += this.#contentHead + JSON.stringify(text) + CONTENT_TAIL
    else if (start.kind === 'reasoning') this.#chunk(`{"reasoning_content":${JSON.stringify(text)}}`)
    else if (!this.#isWhole(start))
      this.#chunk(`{"tool_calls":[{"index":${this.#calls},"function":{"arguments":${JSON.stringify(text)}}}]}`)
  }

  close(start: PartStart, value: Exclude<SpokenPart, BrokenCall>): void {
    if (value.type !== 'tool-call') return
    if (this.#isWhole(start))
      this.#chunk(JSON.stringify({ tool_calls: [{ index: this.#calls, ...writeCall(value, this.#known) }] }))
    this.#calls++
  }

  closeBroken(start: PartStart, value: BrokenCall, spoiled?: string): void {
    if (spoiled === undefined || this.#isWhole(start))
      return this.delta({ type: 'part-start', part: start.part, kind: 'text' }, value.source)
    this.#calls++
  }

  end(reason: EndReason, usage?: Usage, refusal?: string): void {
    if (refusal !== undefined) this.#chunk(`{"refusal":${JSON.stringify(refusal)}}`)
    this.#chunk('{}', JSON.stringify(FINISH[reason]))
    if (usage) this.written += `${this.#head},"choices":[],"usage":${JSON.stringify(writeUsage(usage))}}\n\n`
    this.written += 'data: [DONE]\n\n'
  }

  fault(fault: Fault): void {
    this.written += `data: ${JSON.stringify(writeChatFault(fault))}\n\n`
  }

  /** Text cannot be spoiled, so half of it must not be sent: it might run. */
  #isWhole(start: PartStart): boolean {
    return start.kind === 'tool-call' && start.name !== undefined && this.#known.get(start.name)?.kind === 'freeform'
  }

  #chunk(delta: string, finish = 'null'): void {
    this.written += `${this.#head},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]}\n\n`
  }
}

const CONTENT_TAIL = '},"logprobs":null,"finish_reason":null}]}\n\n'

/** A whole `chat.completion`. */
export function writeChatAnswer(events: readonly StreamEvent[], context: AnswerContext): JsonObject {
  const { message, reason, usage, refusal = null } = collectMessage(events)
  const textOf = (type: 'text' | 'reasoning') => message.parts.flatMap((part) => wordsOf(part, type)).join('')
  const known = knownTools(context)
  const calls = message.parts.flatMap((part) => (part.type === 'tool-call' ? [writeCall(part, known)] : []))
  const content = textOf('text')
  const reasoning = textOf('reasoning')
  return {
    id: context.id,
    object: 'chat.completion',
    created: context.created,
    model: context.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: content === '' && (calls.length > 0 || refusal !== null) ? null : content,
          refusal,
          ...(reasoning !== '' && { reasoning_content: reasoning }),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: FINISH[reason ?? 'done'],
      },
    ],
    usage: writeUsage(usage),
  }
}

function writeCall(call: ToolCall, known: KnownTools): JsonObject {
  const { id, name, input } = call
  if (known.get(name)?.kind === 'freeform') return { id, type: 'custom', custom: { name, input: freeformInput(input) } }
  return { id, type: 'function', function: { name, arguments: inputJson(call) } }
}

/** Each is a choice of its own; what they cost is added up. */
export function joinChatAnswers(answers: readonly JsonObject[]): JsonObject {
  const choices = answers.flatMap(
    ({ choices: [choice] = [] }: JsonObject & { readonly choices?: readonly JsonValue[] }, index) =>
      isJsonObject(choice) ? [{ ...choice, index }] : [],
  )
  const usages = answers.flatMap(({ usage }) => (isJsonObject(usage) ? [usage] : []))
  const sum = (field: string) => usages.reduce((total, usage) => total + Number(usage[field] ?? 0), 0)
  const usage = {
    prompt_tokens: sum('prompt_tokens'),
    completion_tokens: sum('completion_tokens'),
    total_tokens: sum('total_tokens'),
  }
  return { ...answers[0], choices, usage }
}

/** A call that broke is told as the text it was, so that nobody can run it. */
function wordsOf(part: SpokenPart, type: 'text' | 'reasoning'): readonly string[] {
  if (part.type === 'broken-call') return type === 'text' ? [part.source] : []
  return part.type === type ? [part.text] : []
}

function writeUsage(usage: Usage | undefined): JsonObject {
  const prompt = usage?.inputTokens ?? 0
  const completion = usage?.outputTokens ?? 0
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(usage?.cachedInputTokens !== undefined && { prompt_tokens_details: { cached_tokens: usage.cachedInputTokens } }),
    ...(usage?.reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: usage.reasoningTokens } }),
    ...(usage?.estimated && { estimated: true }),
  }
}

const TYPES: Readonly<Record<string, string>> = {
  'request/unauthorized': 'authentication_error',
  'request/forbidden': 'permission_error',
  'request/too-many': 'rate_limit_error',
  'provider/rate-limited': 'rate_limit_error',
  'provider/unauthorized': 'permission_error',
  'provider/refused': 'invalid_request_error',
  'provider/too-long': 'invalid_request_error',
}

/** The code by which clients know that they should make the conversation shorter. All others are ours. */
const CODES: Readonly<Record<string, string>> = { 'provider/too-long': 'context_length_exceeded' }

export function writeChatFault(fault: Fault): JsonObject {
  const kind = TYPES[fault.code] ?? (fault.code.startsWith('request/') ? 'invalid_request_error' : 'server_error')
  const code = CODES[fault.code] ?? fault.code
  return { error: { message: fault.message, type: kind, param: fault.details?.['field'] ?? null, code } }
}
