import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { type EndReason, FaultError, inputJson, type SpokenPart, type StreamEvent, type Usage } from '@parley/dialects'
import { fromSignature } from './proof.ts'

/** Our events → an AI SDK model's stream parts, one answer long. */
export class PartsWriter {
  readonly #open = new Map<number, { readonly kind: 'text' | 'reasoning' | 'tool-call'; readonly id: string }>()

  push(event: StreamEvent): readonly LanguageModelV4StreamPart[] {
    switch (event.type) {
      case 'message-start':
        return [{ type: 'response-metadata', id: event.messageId, modelId: event.model }]
      case 'part-start': {
        const id = event.kind === 'tool-call' ? event.callId : String(event.part)
        this.#open.set(event.part, { kind: event.kind, id })
        return event.kind === 'tool-call'
          ? [{ type: 'tool-input-start', id, toolName: event.name ?? 'unknown' }]
          : [{ type: `${event.kind}-start`, id }]
      }
      case 'part-delta': {
        const part = this.#open.get(event.part)
        if (!part) return []
        return [{ type: part.kind === 'tool-call' ? 'tool-input-delta' : `${part.kind}-delta`, id: part.id, delta: event.text }]
      }
      case 'part-end': {
        const part = this.#open.get(event.part)
        this.#open.delete(event.part)
        return part ? closed(part.kind, part.id, event.value) : []
      }
      case 'message-end':
        return [{ type: 'finish', finishReason: toFinish(event.reason), usage: toV4Usage(event.usage) }]
      case 'fault':
        return [{ type: 'error', error: new FaultError(event.fault) }]
      default:
        return event satisfies never
    }
  }
}

function closed(kind: 'text' | 'reasoning' | 'tool-call', id: string, value: SpokenPart): readonly LanguageModelV4StreamPart[] {
  const { providerOptions: providerMetadata } = fromSignature('signature' in value ? value.signature : undefined)
  const proof = providerMetadata && { providerMetadata }
  if (kind !== 'tool-call') return [{ type: `${kind}-end`, id, ...proof }]
  const end: LanguageModelV4StreamPart = { type: 'tool-input-end', id }
  // The SDK reads the input itself and reports what it cannot read: a broken call keeps the text the model wrote.
  return [end, ...toContent(value).filter((part) => part.type === 'tool-call')]
}

/** A finished part as `doGenerate` hands it over. */
export function toContent(
  value: SpokenPart,
): readonly Extract<LanguageModelV4Content, { type: 'text' | 'reasoning' | 'tool-call' }>[] {
  const { providerOptions: providerMetadata } = fromSignature('signature' in value ? value.signature : undefined)
  const proof = providerMetadata && { providerMetadata }
  switch (value.type) {
    case 'text':
    case 'reasoning':
      return [{ type: value.type, text: value.text, ...proof }]
    case 'tool-call':
      return [{ type: 'tool-call', toolCallId: value.id, toolName: value.name, input: inputJson(value), ...proof }]
    case 'broken-call':
      return [{ type: 'tool-call', toolCallId: value.id, toolName: value.name ?? 'unknown', input: value.source }]
    default:
      return value satisfies never
  }
}

const FINISH: { readonly [Reason in EndReason]: LanguageModelV4FinishReason['unified'] } = {
  done: 'stop',
  stopped: 'stop',
  calls: 'tool-calls',
  length: 'length',
  filtered: 'content-filter',
}

export function toFinish(reason: EndReason): LanguageModelV4FinishReason {
  return { unified: FINISH[reason], raw: reason }
}

export function toV4Usage(usage: Usage = {}): LanguageModelV4Usage {
  const { inputTokens, outputTokens, reasoningTokens, cachedInputTokens } = usage
  return {
    inputTokens: { total: inputTokens, noCache: undefined, cacheRead: cachedInputTokens, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: undefined, reasoning: reasoningTokens },
  }
}
