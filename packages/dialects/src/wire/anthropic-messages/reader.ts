import { isJsonObject, type JsonObject, type JsonValue, ownValue, present } from '../../canonical/json.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import type { OpenCall } from '../answer/answer-events.ts'
import { countField, isUntypedError, jsonText, PayloadReader, textField } from '../answer/payload.ts'
import { BROKE_OFF, vendorFault } from '../answer/vendor-fault.ts'
import type { ReaderContext } from '../wire-format.ts'
import { redactedProof, thinkingProof } from './proofs.ts'
import { TOOL_NAME } from './write-request.ts'

interface Block {
  readonly call?: OpenCall
  /** Input that came whole with the start of the block, for servers that send no pieces. */
  readonly whole?: string
  signature: string
}

/** Reads their stream, one event at a time. */
export class MessagesReader extends PayloadReader {
  readonly #blocks = new Map<unknown, Block>()
  #usage: JsonObject = {}
  #reason: EndReason | undefined

  constructor(context: ReaderContext) {
    super(context, TOOL_NAME)
  }

  override end(): readonly StreamEvent[] {
    if (!this.events.ended) {
      if (this.#reason) this.events.end(this.#reason, usageOf(this.#usage))
      else this.events.fault(BROKE_OFF)
    }
    return this.events.take()
  }

  /** The whole answer, as if its blocks had come one by one. */
  answer(message: JsonObject): readonly StreamEvent[] {
    this.#start(message)
    const content = ownValue(message, 'content')
    for (const [index, block] of (Array.isArray(content) ? content : []).entries()) {
      this.#openBlock(index, block)
      this.#closeBlock(index)
    }
    this.#finish(message, ownValue(message, 'usage'))
    return this.end()
  }

  protected override read(payload: JsonObject): void {
    const index = ownValue(payload, 'index')
    switch (ownValue(payload, 'type')) {
      case 'content_block_delta':
        return this.#delta(index, ownValue(payload, 'delta'))
      case 'content_block_start':
        return this.#openBlock(index, ownValue(payload, 'content_block'))
      case 'content_block_stop':
        return this.#closeBlock(index)
      case 'message_start':
        return this.#start(ownValue(payload, 'message'))
      case 'message_delta':
        return this.#finish(ownValue(payload, 'delta'), ownValue(payload, 'usage'))
      case 'message_stop':
        return this.events.end(this.#reason ?? 'done', usageOf(this.#usage))
      case 'error':
        return this.events.fault(vendorFault({ body: payload }))
      default:
        if (isUntypedError(payload)) this.events.fault(vendorFault({ body: payload }))
    }
  }

  #start(message: JsonValue | undefined): void {
    if (!isJsonObject(message)) return
    this.#count(ownValue(message, 'usage'))
    const { inputTokens, cachedInputTokens } = usageOf(this.#usage) ?? {}
    const known = inputTokens ? present({ inputTokens, cachedInputTokens }) : undefined
    this.events.start(textField(message, 'id'), textField(message, 'model'), known)
  }

  #openBlock(index: unknown, block: JsonValue | undefined): void {
    if (!isJsonObject(block)) return
    this.events.endProse()
    const type = ownValue(block, 'type')
    if (type === 'text') this.events.prose('text', textField(block, 'text'))
    if (type === 'thinking') this.events.prose('reasoning', textField(block, 'thinking'))
    if (type === 'redacted_thinking') this.events.signReasoning(redactedProof.read(textField(block, 'data')))
    const input = ownValue(block, 'input')
    this.#blocks.set(index, {
      ...(type === 'tool_use' && {
        call: this.events.openCall(textField(block, 'id'), this.names.fromWire(textField(block, 'name'))),
      }),
      ...(isJsonObject(input) && { whole: jsonText(input) }),
      signature: textField(block, 'signature'),
    })
  }

  #delta(index: unknown, delta: JsonValue | undefined): void {
    if (!isJsonObject(delta)) return
    const block = this.#blocks.get(index)
    switch (ownValue(delta, 'type')) {
      case 'text_delta':
        return this.events.prose('text', textField(delta, 'text'))
      case 'thinking_delta':
        return this.events.prose('reasoning', textField(delta, 'thinking'))
      case 'signature_delta':
        if (block) block.signature += textField(delta, 'signature')
        return
      case 'input_json_delta':
        if (block?.call) this.events.callDelta(block.call, textField(delta, 'partial_json'))
        return
      default:
    }
  }

  #closeBlock(index: unknown): void {
    const block = this.#blocks.get(index)
    if (!block) return
    this.#blocks.delete(index)
    if (block.signature !== '') this.events.signReasoning(thinkingProof.read(block.signature))
    this.events.endProse()
    if (!block.call) return
    if (block.call.text === '') this.events.callDelta(block.call, block.whole ?? '')
    this.events.endCall(block.call)
  }

  #finish(delta: JsonValue | undefined, usage: JsonValue | undefined): void {
    this.#count(usage)
    if (!isJsonObject(delta)) return
    const reason = ownValue(delta, 'stop_reason')
    const details = ownValue(delta, 'stop_details')
    if (isJsonObject(details)) this.events.refuse(textField(details, 'explanation'))
    if (typeof reason === 'string') this.#reason = REASONS.get(reason) ?? 'done'
  }

  /** Counters are totals so far: a later one replaces an earlier one, and `null` says nothing. */
  #count(usage: JsonValue | undefined): void {
    if (!isJsonObject(usage)) return
    this.#usage = { ...this.#usage, ...Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null)) }
  }
}

const REASONS: ReadonlyMap<string, EndReason> = new Map([
  ['end_turn', 'done'],
  ['tool_use', 'calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['stop_sequence', 'stopped'],
  ['refusal', 'filtered'],
])

/** Their input count leaves out what came from the cache; ours has everything. */
function usageOf(usage: JsonObject): Usage | undefined {
  const fresh = countField(usage, 'input_tokens')
  const cached = countField(usage, 'cache_read_input_tokens')
  const stored = countField(usage, 'cache_creation_input_tokens') ?? 0
  const outputTokens = countField(usage, 'output_tokens')
  const details = ownValue(usage, 'output_tokens_details')
  const reasoningTokens = isJsonObject(details) ? countField(details, 'thinking_tokens') : undefined
  if (fresh === undefined && outputTokens === undefined) return undefined
  return {
    ...(fresh !== undefined && { inputTokens: fresh + (cached ?? 0) + stored }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cached !== undefined && { cachedInputTokens: cached }),
  }
}
