import type { JsonObject } from '../../canonical/json.ts'
import { inputJson, plainText, type SpokenPart, type ToolResult } from '../../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import type { AnswerContext, WireWriter } from '../wire-format.ts'

/** What the response must say of itself, or the client will not read it as a stream of UI messages. */
export const UI_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
} as const

export interface ApprovalRequest {
  readonly approvalId: string
  readonly callId: string
  /** Why a person is asked. */
  readonly reason?: string
  /** Binds the approval to the exact arguments; comes back with the person's answer. */
  readonly signature?: string
}

/** Writes one UI message. Several answers may follow each other in it, with results of tools the server ran between them. */
export interface UiStreamWriter extends WireWriter {
  result(result: ToolResult): string
  approvalRequest(request: ApprovalRequest): string
  /** The end of the message. Without it the client waits. */
  end(): string
}

interface OpenPart {
  readonly kind: 'text' | 'reasoning' | 'tool-call'
  readonly id: string
  /** Absent while a call has no name: then nothing of it is on the wire. */
  name?: string
  held: string
  sent: boolean
}

/** Our events → the AI SDK's UI message stream. `context.id` is the id of the UI message. */
export function createUiStreamWriter(context: AnswerContext): UiStreamWriter {
  const chunks = new UiChunks(context)
  return {
    push(events) {
      for (const event of events) chunks.write(event)
      return chunks.take()
    },
    result: (result) => formatChunk(resultChunk(result)),
    approvalRequest: ({ approvalId, callId, reason, signature }) =>
      formatChunk({
        type: 'tool-approval-request',
        approvalId,
        toolCallId: callId,
        ...(reason !== undefined && { reason }),
        ...(signature !== undefined && { signature }),
      }),
    end: () => chunks.end(),
  }
}

class UiChunks {
  readonly #context: AnswerContext
  readonly #open = new Map<number, OpenPart>()
  #written = ''
  #proseCount = 0
  #started = false
  #ending: { readonly reason: EndReason; readonly usage?: Usage } | undefined

  constructor(context: AnswerContext) {
    this.#context = context
  }

  take(): string {
    const written = this.#written
    this.#written = ''
    return written
  }

  write(event: StreamEvent): void {
    switch (event.type) {
      case 'message-start':
        return this.#start()
      case 'part-start':
        return this.#startPart(event)
      case 'part-delta':
        return this.#delta(event.part, event.text)
      case 'part-end':
        return this.#endPart(event.part, event.value)
      case 'message-end':
        this.#ending = event
        return this.#say({ type: 'finish-step' })
      case 'fault':
        this.#ending = undefined
        return this.#say({ type: 'error', errorText: event.fault.message })
      default:
        return event satisfies never
    }
  }

  /** After a fault there is no finish: the client must not take half an answer for a whole one. */
  end(): string {
    if (this.#ending) {
      const { reason, usage } = this.#ending
      const counted: JsonObject = usage ? { messageMetadata: { parley: { usage: { ...usage } } } } : {}
      this.#say({ type: 'finish', finishReason: FINISH[reason], ...counted })
    }
    return `${this.take()}data: [DONE]\n\n`
  }

  #start(): void {
    const { id, model } = this.#context
    if (!this.#started) this.#say({ type: 'start', messageId: id, messageMetadata: { parley: { model } } })
    this.#started = true
    this.#open.clear()
    this.#say({ type: 'start-step' })
  }

  #startPart(event: Extract<StreamEvent, { type: 'part-start' }>): void {
    if (event.kind === 'tool-call') {
      const call: OpenPart = { kind: 'tool-call', id: event.callId, held: '', sent: false }
      this.#open.set(event.part, call)
      if (event.name !== undefined) this.#nameCall(call, event.name)
      return
    }
    const id = `${event.kind}-${++this.#proseCount}`
    this.#open.set(event.part, { kind: event.kind, id, held: '', sent: false })
    this.#say({ type: `${event.kind}-start`, id })
  }

  #nameCall(call: OpenPart, name: string): void {
    call.name = name
    this.#say({ type: 'tool-input-start', toolCallId: call.id, toolName: name })
  }

  #delta(ordinal: number, text: string): void {
    const part = this.#open.get(ordinal)
    if (!part || text === '') return
    part.sent = true
    if (part.kind !== 'tool-call')
      this.#written += `data: {"type":"${part.kind}-delta","id":"${part.id}","delta":${JSON.stringify(text)}}\n\n`
    else if (part.name === undefined) part.held += text
    else
      this.#written += `data: {"type":"tool-input-delta","toolCallId":${JSON.stringify(part.id)},"inputTextDelta":${JSON.stringify(text)}}\n\n`
  }

  #endPart(ordinal: number, value: SpokenPart): void {
    const part = this.#open.get(ordinal)
    this.#open.delete(ordinal)
    if (!part) return
    if (value.type === 'tool-call' || value.type === 'broken-call') return this.#endCall(part, value)
    if (!part.sent && value.text !== '') this.#say({ type: `${part.kind}-delta`, id: part.id, delta: value.text })
    const signature = value.type === 'reasoning' ? value.signature : undefined
    this.#say({ type: `${part.kind}-end`, id: part.id, ...ownMetadata({ signature }) })
  }

  #endCall(part: OpenPart, value: Extract<SpokenPart, { type: 'tool-call' | 'broken-call' }>): void {
    if (part.name === undefined && value.name !== undefined) this.#nameCall(part, value.name)
    if (value.type === 'tool-call') {
      if (!part.sent || part.held !== '')
        this.#say({ type: 'tool-input-delta', toolCallId: part.id, inputTextDelta: part.held || inputJson(value) })
      const { name: toolName, input, signature, inputText } = value
      return this.#say({
        type: 'tool-input-available',
        toolCallId: part.id,
        toolName,
        input,
        ...ownMetadata({ signature, inputText }),
      })
    }
    if (part.name === undefined) return this.#tell(value.source)
    this.#say({
      type: 'tool-input-error',
      toolCallId: part.id,
      toolName: part.name,
      input: value.source,
      errorText: value.problem,
    })
  }

  /** A call that never had a name can only be shown as the text it was. */
  #tell(text: string): void {
    const id = `text-${++this.#proseCount}`
    this.#say({ type: 'text-start', id })
    this.#say({ type: 'text-delta', id, delta: text })
    this.#say({ type: 'text-end', id })
  }

  #say(chunk: JsonObject): void {
    this.#written += formatChunk(chunk)
  }
}

export const FINISH: { readonly [Reason in EndReason]: string } = {
  done: 'stop',
  stopped: 'stop',
  calls: 'tool-calls',
  length: 'length',
  filtered: 'content-filter',
}

function formatChunk(chunk: JsonObject): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}

function resultChunk(result: ToolResult): JsonObject {
  const toolCallId = result.callId
  switch (result.outcome) {
    case 'ok':
      return { type: 'tool-output-available', toolCallId, output: result.data ?? plainText(result) }
    case 'denied':
      return { type: 'tool-output-denied', toolCallId }
    case 'error':
    case 'cancelled':
      return { type: 'tool-output-error', toolCallId, errorText: plainText(result) || 'The call was cancelled before it ran.' }
    default:
      return result.outcome satisfies never
  }
}

/** What the client keeps for us and sends back: proofs, and numbers that JSON would round. */
export function ownMetadata(fields: {
  readonly signature?: string | undefined
  readonly inputText?: string | undefined
}): JsonObject {
  const own = {
    ...(fields.signature !== undefined && { signature: fields.signature }),
    ...(fields.inputText !== undefined && { inputText: fields.inputText }),
  }
  return Object.keys(own).length === 0 ? {} : { providerMetadata: { parley: own } }
}
