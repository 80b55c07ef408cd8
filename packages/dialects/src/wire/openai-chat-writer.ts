import { collectMessage } from '../canonical/collect-message.ts'
import type { Fault } from '../canonical/fault.ts'
import type { JsonObject } from '../canonical/json.ts'
import { inputJson } from '../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../canonical/stream-event.ts'
import type { AnswerContext, WireWriter } from './wire-format.ts'

const FINISH: { readonly [Reason in EndReason]: string } = {
  done: 'stop',
  stopped: 'stop',
  calls: 'tool_calls',
  length: 'length',
  filtered: 'content_filter',
}

type OpenPart = { readonly field: 'content' | 'reasoning_content' } | { readonly index: number; sent: boolean }

/** Writes `chat.completion.chunk` events; the envelope is made once, so a delta costs one string escape. */
export function createChatWriter(context: AnswerContext): WireWriter {
  const writer = new ChatWriter(context)
  return {
    push(events) {
      let text = ''
      for (const event of events) text += writer.write(event)
      return text
    },
  }
}

class ChatWriter {
  readonly #head: string
  readonly #contentHead: string
  readonly #open = new Map<number, OpenPart>()
  #calls = 0

  constructor({ id, model, created }: AnswerContext) {
    this.#head = `data: {"id":${JSON.stringify(id)},"object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(model)}`
    this.#contentHead = `${this.#head},"choices":[{"index":0,"delta":{"content":`
  }

  write(event: StreamEvent): string {
    switch (event.type) {
      case 'message-start':
        return this.#chunk('{"role":"assistant","content":""}')
      case 'part-start':
        return this.#startPart(event)
      case 'part-delta': {
        const part = this.#open.get(event.part)
        return part ? this.#delta(part, event.text) : ''
      }
      case 'part-end': {
        const part = this.#open.get(event.part)
        this.#open.delete(event.part)
        const unsent = part && 'index' in part && !part.sent && event.value.type === 'tool-call'
        return unsent ? this.#delta(part, inputJson(event.value)) : ''
      }
      case 'message-end':
        return this.#end(event.reason, event.usage)
      case 'fault':
        return `data: ${JSON.stringify(writeChatFault(event.fault))}\n\n`
      default:
        return event satisfies never
    }
  }

  #chunk(delta: string, finish = 'null'): string {
    return `${this.#head},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]}\n\n`
  }

  #startPart(event: Extract<StreamEvent, { type: 'part-start' }>): string {
    if (event.kind !== 'tool-call') {
      this.#open.set(event.part, { field: event.kind === 'text' ? 'content' : 'reasoning_content' })
      return ''
    }
    const index = this.#calls++
    this.#open.set(event.part, { index, sent: false })
    const opened = { index, id: event.callId, type: 'function', function: { name: event.name ?? '', arguments: '' } }
    return this.#chunk(JSON.stringify({ tool_calls: [opened] }))
  }

  #delta(part: OpenPart, text: string): string {
    if ('index' in part) {
      part.sent = true
      return this.#chunk(`{"tool_calls":[{"index":${part.index},"function":{"arguments":${JSON.stringify(text)}}}]}`)
    }
    if (part.field === 'content') return this.#contentHead + JSON.stringify(text) + CONTENT_TAIL
    return this.#chunk(`{"reasoning_content":${JSON.stringify(text)}}`)
  }

  #end(reason: EndReason, usage: Usage | undefined): string {
    const counted = usage ? `${this.#head},"choices":[],"usage":${JSON.stringify(writeUsage(usage))}}\n\n` : ''
    return `${this.#chunk('{}', JSON.stringify(FINISH[reason]))}${counted}data: [DONE]\n\n`
  }
}

const CONTENT_TAIL = '},"logprobs":null,"finish_reason":null}]}\n\n'

/** A whole `chat.completion`. */
export function writeChatAnswer(events: readonly StreamEvent[], context: AnswerContext): JsonObject {
  const { message, reason, usage } = collectMessage(events)
  const textOf = (type: 'text' | 'reasoning') => message.parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('')
  const calls = message.parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ id: part.id, type: 'function', function: { name: part.name, arguments: inputJson(part) } }]
      : [],
  )
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
          content: content === '' && calls.length > 0 ? null : content,
          refusal: null,
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

function writeUsage(usage: Usage | undefined): JsonObject {
  const prompt = usage?.inputTokens ?? 0
  const completion = usage?.outputTokens ?? 0
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(usage?.cachedInputTokens !== undefined && { prompt_tokens_details: { cached_tokens: usage.cachedInputTokens } }),
    ...(usage?.reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: usage.reasoningTokens } }),
  }
}

const TYPES: Readonly<Record<string, string>> = {
  'request/unauthorized': 'authentication_error',
  'request/forbidden': 'permission_error',
  'request/too-many': 'rate_limit_error',
  'provider/rate-limited': 'rate_limit_error',
}

export function writeChatFault(fault: Fault): JsonObject {
  const kind = TYPES[fault.code] ?? (fault.code.startsWith('request/') ? 'invalid_request_error' : 'server_error')
  return { error: { message: fault.message, type: kind, param: fault.details?.['field'] ?? null, code: fault.code } }
}
