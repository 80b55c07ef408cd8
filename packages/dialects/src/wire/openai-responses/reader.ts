import { isJsonObject, type JsonObject, type JsonValue, ownValue, present } from '../../canonical/json.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import type { OpenCall } from '../answer/answer-events.ts'
import { countField, isUntypedError, objectsField, PayloadReader, textField } from '../answer/payload.ts'
import { BROKE_OFF, vendorFault } from '../answer/vendor-fault.ts'
import type { ReaderContext } from '../wire-format.ts'
import { reasoningProof } from './proofs.ts'
import { TOOL_NAME } from './write-request.ts'

interface Item {
  readonly call?: OpenCall
  /** Whether words of it came in deltas, so that the finished item brings nothing new. */
  spoken: boolean
}

/** Reads their stream, one event at a time. Items are told apart by their place, because some gateways change their ids. */
export class ResponsesReader extends PayloadReader {
  readonly #items = new Map<unknown, Item>()
  #anyItem = false

  constructor(context: ReaderContext) {
    super(context, TOOL_NAME)
  }

  override end(): readonly StreamEvent[] {
    this.events.fault(BROKE_OFF)
    return this.events.take()
  }

  /** The whole answer, as if its items had come one by one. */
  answer(response: JsonObject): readonly StreamEvent[] {
    this.#start(response)
    this.#finish(response)
    return this.events.take()
  }

  protected override read(payload: JsonObject): void {
    const key = ownValue(payload, 'output_index') ?? ownValue(payload, 'item_id')
    switch (ownValue(payload, 'type')) {
      case 'response.output_text.delta':
        return this.#prose('text', key, payload)
      case 'response.refusal.delta':
        return this.#refuse(key, payload)
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#prose('reasoning', key, payload)
      case 'response.function_call_arguments.delta':
        return this.#arguments(key, textField(payload, 'delta'))
      case 'response.function_call_arguments.done':
        return this.#wholeArguments(this.#items.get(key), textField(payload, 'arguments'))
      case 'response.content_part.added':
        return this.events.endProse()
      case 'response.reasoning_summary_part.added':
        return this.#parted(key, payload)
      case 'response.output_item.added':
        return this.#open(key, ownValue(payload, 'item'))
      case 'response.output_item.done':
        return this.#close(key, ownValue(payload, 'item'))
      default:
        return this.#lifecycle(payload)
    }
  }

  #lifecycle(payload: JsonObject): void {
    const response = ownValue(payload, 'response')
    switch (ownValue(payload, 'type')) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        return this.#start(response)
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#start(response)
        return this.#finish(response)
      case 'error':
        return this.events.fault(vendorFault({ body: payload }))
      default:
        if (isUntypedError(payload)) this.events.fault(vendorFault({ body: payload }))
    }
  }

  #start(response: JsonValue | undefined): void {
    if (isJsonObject(response)) this.events.start(textField(response, 'id'), textField(response, 'model'))
  }

  #prose(kind: 'text' | 'reasoning', key: unknown, payload: JsonObject): void {
    const item = this.#items.get(key)
    if (item) item.spoken = true
    this.events.prose(kind, textField(payload, 'delta'))
  }

  #refuse(key: unknown, payload: JsonObject): void {
    const item = this.#items.get(key)
    if (item) item.spoken = true
    this.events.refuse(textField(payload, 'delta'))
  }

  /** A further paragraph of one summary. */
  #parted(key: unknown, payload: JsonObject): void {
    if (this.#items.get(key)?.spoken && ownValue(payload, 'summary_index') !== 0) this.events.prose('reasoning', '\n\n')
  }

  #open(key: unknown, item: JsonValue | undefined): void {
    if (!isJsonObject(item)) return
    this.events.endProse()
    this.#anyItem = true
    if (ownValue(item, 'type') !== 'function_call') return void this.#items.set(key, { spoken: false })
    const call = this.events.openCall(textField(item, 'call_id'), this.names.fromWire(textField(item, 'name')))
    this.#items.set(key, { call, spoken: false })
    this.#arguments(key, textField(item, 'arguments'))
  }

  #arguments(key: unknown, piece: string): void {
    const item = this.#items.get(key)
    if (item?.call) this.events.callDelta(item.call, piece)
  }

  #wholeArguments(item: Item | undefined, whole: string): void {
    if (item?.call?.text === '') this.events.callDelta(item.call, whole)
  }

  #close(key: unknown, item: JsonValue | undefined): void {
    if (!isJsonObject(item)) return
    if (!this.#items.has(key)) this.#open(key, item)
    const open = this.#items.get(key)
    this.#items.delete(key)
    if (!open) return
    if (open.call) {
      this.#wholeArguments(open, textField(item, 'arguments'))
      return this.events.endCall(open.call)
    }
    if (!open.spoken) this.#wholeItem(item)
    const proof = textField(item, 'encrypted_content')
    if (proof !== '') this.events.signReasoning(reasoningProof.read(proof))
    this.events.endProse()
  }

  #wholeItem(item: JsonObject): void {
    const type = ownValue(item, 'type')
    if (type === 'message') {
      for (const part of objectsField(item, 'content')) {
        this.events.refuse(textField(part, 'refusal'))
        this.events.prose('text', textField(part, 'text'))
        this.events.endProse()
      }
    } else if (type === 'reasoning') {
      const pieces = [...objectsField(item, 'summary'), ...objectsField(item, 'content')].map((piece) => textField(piece, 'text'))
      this.events.prose('reasoning', pieces.join('\n\n'))
    }
  }

  #finish(response: JsonValue | undefined): void {
    if (!isJsonObject(response)) return this.events.fault(BROKE_OFF)
    const error = ownValue(response, 'error')
    if (ownValue(response, 'status') === 'failed' || isJsonObject(error))
      return this.events.fault(vendorFault({ body: { error: error ?? {} } }))
    if (!this.#anyItem) for (const [index, item] of objectsField(response, 'output').entries()) this.#close(index, item)
    this.events.end(reasonOf(response), usageOf(ownValue(response, 'usage')))
  }
}

function reasonOf(response: JsonObject): EndReason {
  const details = ownValue(response, 'incomplete_details')
  if (!isJsonObject(details)) return ownValue(response, 'status') === 'incomplete' ? 'length' : 'done'
  return textField(details, 'reason') === 'content_filter' ? 'filtered' : 'length'
}

function usageOf(usage: JsonValue | undefined): Usage | undefined {
  if (!isJsonObject(usage)) return undefined
  const inputTokens = countField(usage, 'input_tokens')
  const outputTokens = countField(usage, 'output_tokens')
  const read = ownValue(usage, 'input_tokens_details')
  const written = ownValue(usage, 'output_tokens_details')
  const cachedInputTokens = isJsonObject(read) ? countField(read, 'cached_tokens') : undefined
  const reasoningTokens = isJsonObject(written) ? countField(written, 'reasoning_tokens') : undefined
  return present({ inputTokens, outputTokens, reasoningTokens, cachedInputTokens })
}
