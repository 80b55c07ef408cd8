import type { EndReason, JsonValue, SpokenPart, ToolResult, Usage } from '@parley/dialects'
import type { ChatEvent } from './chat-event.ts'

export const UI_STREAM_HEADERS = { 'x-vercel-ai-ui-message-stream': 'v1' }

export interface UiStreamOptions {
  readonly messageId: string
  /** Goes to the client with the end: which model spoke, and whether it is one. */
  readonly metadata: Readonly<Record<string, JsonValue>>
}

/** How an answer ended, in the words of the AI SDK. */
export const FINISH: { readonly [Reason in EndReason]: string } = {
  done: 'stop',
  stopped: 'stop',
  calls: 'tool-calls',
  length: 'length',
  filtered: 'content-filter',
}

const event = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`

interface OpenPart {
  readonly kind: 'text' | 'reasoning' | 'tool-call'
  /** Everything of a delta but its text, written once. */
  readonly head: string
  readonly id: string
  readonly name: string
}

/** Our events → the AI SDK's UI message stream. One message, however many steps the turn takes. */
export class UiStream {
  readonly #options: UiStreamOptions
  readonly #open = new Map<number, OpenPart>()
  #started = false
  #step = 0
  #end: { reason: EndReason; usage?: Usage } | undefined

  constructor(options: UiStreamOptions) {
    this.#options = options
  }

  push(batch: readonly ChatEvent[]): string {
    let text = ''
    for (const one of batch) text += this.#write(one)
    return text
  }

  /** The turn is over: no further step will come. */
  finish(): string {
    if (!this.#end) return ''
    const { reason, usage } = this.#end
    const messageMetadata = { ...this.#options.metadata, ...(usage && { usage }) }
    return `${event({ type: 'finish', finishReason: FINISH[reason], messageMetadata })}data: [DONE]\n\n`
  }

  #write(one: ChatEvent): string {
    switch (one.type) {
      case 'message-start':
        return this.#start()
      case 'part-start':
        return this.#openPart(one)
      case 'part-delta': {
        const part = this.#open.get(one.part)
        return part ? `${part.head}${JSON.stringify(one.text)}}\n\n` : ''
      }
      case 'part-end': {
        const part = this.#open.get(one.part)
        this.#open.delete(one.part)
        return part ? closePart(part, one.value) : ''
      }
      case 'message-end':
        this.#end = one
        return event({ type: 'finish-step' })
      case 'tool-result':
        return writeResult(one.result)
      case 'approval-request': {
        const { callId: toolCallId, approvalId, signature, reason } = one
        return event({
          type: 'tool-approval-request',
          approvalId,
          toolCallId,
          signature,
          ...(reason !== undefined && { reason }),
        })
      }
      case 'turn-start':
        this.#started = true
        return event({ type: 'start', messageId: one.turnId, messageMetadata: { threadId: one.threadId } })
      case 'turn-end': {
        this.#end ??= { reason: one.status === 'waiting' ? 'calls' : 'done' }
        const { threadId, status, pending } = one
        return event({ type: 'data-thread', data: { threadId, status, pending }, transient: true })
      }
      case 'fault':
        return `${event({ type: 'error', errorText: one.fault.message })}data: [DONE]\n\n`
      default:
        return one satisfies never
    }
  }

  #start(): string {
    this.#step++
    const first = this.#started ? '' : event({ type: 'start', messageId: this.#options.messageId })
    this.#started = true
    return first + event({ type: 'start-step' })
  }

  #openPart(start: Extract<ChatEvent, { type: 'part-start' }>): string {
    if (start.kind === 'tool-call') {
      const name = start.name ?? 'unknown'
      const head = `data: {"type":"tool-input-delta","toolCallId":${JSON.stringify(start.callId)},"inputTextDelta":`
      this.#open.set(start.part, { kind: 'tool-call', head, id: start.callId, name })
      return event({ type: 'tool-input-start', toolCallId: start.callId, toolName: name })
    }
    const id = `${this.#step}-${start.part}`
    this.#open.set(start.part, {
      kind: start.kind,
      head: `data: {"type":"${start.kind}-delta","id":"${id}","delta":`,
      id,
      name: '',
    })
    return event({ type: `${start.kind}-start`, id })
  }
}

function closePart({ kind, id, name }: OpenPart, value: SpokenPart): string {
  const proof = 'signature' in value &&
    value.signature !== undefined && { providerMetadata: { parley: { signature: value.signature } } }
  if (kind !== 'tool-call') return event({ type: `${kind}-end`, id, ...proof })
  if (value.type === 'tool-call')
    return event({ type: 'tool-input-available', toolCallId: id, toolName: value.name, input: value.input, ...proof })
  const problem = value.type === 'broken-call' ? value.problem : 'The call could not be read.'
  const source = value.type === 'broken-call' ? value.source : ''
  return event({ type: 'tool-input-error', toolCallId: id, toolName: name, input: source, errorText: problem })
}

function writeResult(result: ToolResult): string {
  const toolCallId = result.callId
  const text = result.content
    .map((part) => (part.type === 'text' ? part.text : `[file ${part.name ?? part.mediaType}]`))
    .join('\n')
  if (result.outcome === 'ok') return event({ type: 'tool-output-available', toolCallId, output: result.data ?? text })
  if (result.outcome === 'denied') return event({ type: 'tool-output-denied', toolCallId })
  return event({ type: 'tool-output-error', toolCallId, errorText: text })
}

/** Whether a client wants one JSON document instead of a stream. */
export function wantsJson(accept: string | null): boolean {
  return accept !== null && accept.includes('application/json') && !accept.includes('text/event-stream')
}
