import { collectMessage } from '../../canonical/collect-message.ts'
import type { Fault, FaultCode } from '../../canonical/fault.ts'
import type { JsonObject } from '../../canonical/json.ts'
import type { BrokenCall, ReasoningPart, SpokenPart } from '../../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import { AnswerSink, type PartStart, writerInto } from '../answer/play-events.ts'
import type { AnswerContext, WireWriter } from '../wire-format.ts'
import { redactedProof, thinkingProof } from './proofs.ts'

/** Writes their stream: blocks one after the other, each opened, filled and closed. */
export function createMessagesWriter(context: AnswerContext): WireWriter {
  return writerInto(new MessagesSink(context))
}

class MessagesSink extends AnswerSink {
  readonly #context: AnswerContext
  #index = -1
  #openPart: PartStart | undefined

  constructor(context: AnswerContext) {
    super()
    this.#context = context
  }

  start(_id: string, _model: string, known?: Usage): void {
    const usage = writeUsage(known)
    const message = { ...messageShell(this.#context), content: [], stop_reason: null, stop_sequence: null, usage }
    this.#say('message_start', { message })
  }

  /** A thinking block waits for its first words: withheld thoughts have none, and another shape. */
  open(start: PartStart): void {
    if (start.kind !== 'reasoning') this.#openBlock(start)
  }

  delta(start: PartStart, text: string): void {
    if (this.#openPart !== start) this.#openBlock(start)
    this.written += `event: content_block_delta\ndata: {"type":"content_block_delta","index":${this.#index},"delta":${DELTA[start.kind]}${JSON.stringify(text)}}}\n\n`
  }

  close(start: PartStart, value: SpokenPart): void {
    if (value.type === 'reasoning' && this.#openPart !== start) return this.#closeWordless(start, value)
    if (value.type === 'reasoning' && value.signature !== undefined) this.#sign(value.signature)
    this.#closeBlock()
  }

  closeBroken(_start: PartStart, value: BrokenCall, spoiled?: string): void {
    if (spoiled === undefined) this.#tell(value.source)
    this.#closeBlock()
  }

  end(reason: EndReason, usage?: Usage, refusal?: string): void {
    const delta = { stop_reason: STOP_REASON[reason], stop_sequence: null, ...stopDetails(refusal) }
    this.#say('message_delta', { delta, usage: writeUsage(usage) })
    this.#say('message_stop', {})
  }

  fault(fault: Fault): void {
    this.written += `event: error\ndata: ${JSON.stringify(writeMessagesFault(fault))}\n\n`
  }

  #closeWordless(start: PartStart, value: ReasoningPart): void {
    const withheld = redactedProof.write(value.signature)
    if (withheld === undefined) {
      this.#openBlock(start)
      if (value.signature !== undefined) this.#sign(value.signature)
    } else this.#startBlock({ type: 'redacted_thinking', data: withheld })
    this.#closeBlock()
  }

  #sign(signature: string): void {
    this.#say('content_block_delta', {
      index: this.#index,
      delta: { type: 'signature_delta', signature: thinkingProof.pass(signature) },
    })
  }

  #tell(text: string): void {
    this.#startBlock({ type: 'text', text: '' })
    this.#say('content_block_delta', { index: this.#index, delta: { type: 'text_delta', text } })
  }

  #openBlock(start: PartStart): void {
    this.#openPart = start
    if (start.kind === 'tool-call') this.#startBlock({ type: 'tool_use', id: start.callId, name: start.name ?? '', input: {} })
    else if (start.kind === 'text') this.#startBlock({ type: 'text', text: '' })
    else this.#startBlock({ type: 'thinking', thinking: '', signature: '' })
  }

  #startBlock(block: JsonObject): void {
    this.#index++
    this.#say('content_block_start', { index: this.#index, content_block: block })
  }

  #closeBlock(): void {
    this.#openPart = undefined
    this.#say('content_block_stop', { index: this.#index })
  }

  #say(type: string, fields: JsonObject): void {
    this.written += `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  }
}

const DELTA: { readonly [Kind in PartStart['kind']]: string } = {
  text: '{"type":"text_delta","text":',
  reasoning: '{"type":"thinking_delta","thinking":',
  'tool-call': '{"type":"input_json_delta","partial_json":',
}

const STOP_REASON: { readonly [Reason in EndReason]: string } = {
  done: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  filtered: 'refusal',
  stopped: 'stop_sequence',
}

/** Our events → a whole answer. */
export function writeMessagesAnswer(events: readonly StreamEvent[], context: AnswerContext): JsonObject {
  const { message, reason, usage, fault, refusal } = collectMessage(events)
  if (fault) return writeMessagesFault(fault)
  return {
    ...messageShell(context),
    content: message.parts.map(writeBlock),
    stop_reason: STOP_REASON[reason ?? 'done'],
    stop_sequence: null,
    ...stopDetails(refusal),
    usage: writeUsage(usage),
  }
}

function stopDetails(refusal: string | undefined): JsonObject {
  return refusal === undefined ? {} : { stop_details: { type: 'refusal', category: null, explanation: refusal } }
}

function messageShell(context: AnswerContext): JsonObject {
  return { id: context.id, type: 'message', role: 'assistant', model: context.model }
}

function writeBlock(part: SpokenPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'reasoning': {
      const withheld = redactedProof.write(part.signature)
      if (withheld !== undefined) return { type: 'redacted_thinking', data: withheld }
      return {
        type: 'thinking',
        thinking: part.text,
        signature: part.signature === undefined ? '' : thinkingProof.pass(part.signature),
      }
    }
    case 'tool-call':
      return { type: 'tool_use', id: part.id, name: part.name, input: part.input }
    case 'broken-call':
      return { type: 'text', text: part.source }
    default:
      return part satisfies never
  }
}

function writeUsage(usage: Usage = {}): JsonObject {
  const cached = usage.cachedInputTokens
  return {
    input_tokens: Math.max(0, (usage.inputTokens ?? 0) - (cached ?? 0)),
    output_tokens: usage.outputTokens ?? 0,
    ...(cached !== undefined && { cache_read_input_tokens: cached }),
    ...(usage.reasoningTokens !== undefined && { output_tokens_details: { thinking_tokens: usage.reasoningTokens } }),
    ...(usage.estimated && { estimated: true }),
  }
}

/** Their own error shape. */
export function writeMessagesFault(fault: Fault): JsonObject {
  // The words by which its clients know that they should make the conversation shorter.
  const message = fault.code === 'provider/too-long' ? `prompt is too long: ${fault.message}` : fault.message
  const { field: _field, ...details } = fault.details ?? {}
  const more = Object.keys(details).length > 0 && { details }
  return { type: 'error', error: { type: errorType(fault.code), message, ...more } }
}

function errorType(code: FaultCode): string {
  switch (code) {
    case 'request/unauthorized':
      return 'authentication_error'
    case 'request/forbidden':
    case 'provider/unauthorized':
      return 'permission_error'
    case 'request/not-found':
    case 'request/unknown-model':
    case 'request/unknown-dialect':
      return 'not_found_error'
    case 'request/too-large':
      return 'request_too_large'
    case 'request/too-many':
    case 'provider/rate-limited':
      return 'rate_limit_error'
    case 'provider/unavailable':
    case 'server/stopping':
      return 'overloaded_error'
    case 'provider/timeout':
      return 'timeout_error'
    case 'request/invalid':
    case 'request/conflict':
    case 'provider/refused':
    case 'provider/too-long':
      return 'invalid_request_error'
    default:
      return 'api_error'
  }
}
