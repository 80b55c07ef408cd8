import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { type EndReason, type Fault, faultOf, type StreamEvent, type Usage } from '@parley/dialects'
import { AnswerEvents, type OpenCall } from '@parley/dialects/wire'
import { say } from '../words.ts'
import { toSignature } from './proof.ts'

/** An AI SDK model's stream parts → our events, one answer long. */
export class PartReader {
  readonly #answer: AnswerEvents
  readonly #calls = new Map<string, OpenCall>()
  readonly #model: string

  constructor(model: string, newId: () => string) {
    this.#model = model
    this.#answer = new AnswerEvents(newId)
  }

  push(part: LanguageModelV4StreamPart): readonly StreamEvent[] {
    this.#read(part)
    return this.#answer.take()
  }

  end(): readonly StreamEvent[] {
    if (!this.#answer.ended) this.#answer.fault(BROKE_OFF)
    return this.#answer.take()
  }

  #read(part: LanguageModelV4StreamPart): void {
    const answer = this.#answer
    switch (part.type) {
      case 'response-metadata':
        return answer.start(part.id, part.modelId ?? this.#model)
      case 'text-delta':
      case 'reasoning-delta':
        answer.start(undefined, this.#model)
        return answer.prose(part.type === 'text-delta' ? 'text' : 'reasoning', part.delta)
      case 'reasoning-end': {
        const signature = toSignature(part.providerMetadata)
        if (signature !== undefined) answer.signReasoning(signature)
        return answer.endProse()
      }
      case 'text-end':
        return answer.endProse()
      case 'tool-input-start':
        answer.start(undefined, this.#model)
        if (!part.providerExecuted) this.#calls.set(part.id, answer.openCall(part.id, part.toolName))
        return undefined
      case 'tool-input-delta': {
        const call = this.#calls.get(part.id)
        return call && answer.callDelta(call, part.delta)
      }
      case 'tool-call':
        return this.#call(part)
      case 'error':
        return answer.fault(faultOf(part.error) ?? failed(part.error))
      case 'finish':
        return answer.end(REASONS[part.finishReason.unified], toUsage(part.usage))
      default:
        return undefined
    }
  }

  #call(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): void {
    if (part.providerExecuted) return
    this.#answer.start(undefined, this.#model)
    const call = this.#calls.get(part.toolCallId) ?? this.#answer.openCall(part.toolCallId, part.toolName)
    if (call.text === '') this.#answer.callDelta(call, part.input)
    const signature = toSignature(part.providerMetadata)
    if (signature !== undefined) call.signature = signature
    this.#answer.endCall(call)
  }
}

const REASONS: { readonly [Reason in LanguageModelV4FinishReason['unified']]: EndReason } = {
  stop: 'done',
  length: 'length',
  'content-filter': 'filtered',
  'tool-calls': 'calls',
  error: 'stopped',
  interrupted: 'stopped',
  other: 'done',
}

function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    ...(inputTokens.total !== undefined && { inputTokens: inputTokens.total }),
    ...(outputTokens.total !== undefined && { outputTokens: outputTokens.total }),
    ...(outputTokens.reasoning !== undefined && { reasoningTokens: outputTokens.reasoning }),
    ...(inputTokens.cacheRead !== undefined && { cachedInputTokens: inputTokens.cacheRead }),
  }
}

const BROKE_OFF: Fault = {
  code: 'provider/unavailable',
  ...say('model.ended-early'),
  retryable: true,
}

export function failed(error: unknown): Fault {
  const words = error instanceof Error ? error.message : typeof error === 'string' ? error : 'no reason given'
  return {
    code: 'provider/unavailable',
    ...say('model.failed-with', { words }),
    retryable: true,
  }
}
